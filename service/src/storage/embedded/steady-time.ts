import type { Clock } from '../../base/clock.js';

/**
 * This machine's clock as a server's would be (epoch ms): set back it goes on from where it was until the process ends,
 * so that what was due by it stays due; set forward, or after the machine slept, it follows.
 */
export const createSteadyTime = (clock: Pick<Clock, 'now' | 'elapsed'>): (() => number) => {
  let last = { at: clock.now(), elapsed: clock.elapsed() };
  return () => {
    const elapsed = clock.elapsed();
    const counted = last.at + Math.max(0, elapsed - last.elapsed);
    last = { at: Math.max(clock.now(), counted), elapsed };
    return Math.round(last.at);
  };
};
