import type { Clock } from '../../src/clock.js';

/** A clock that stands still until told. */
export interface FakeClock extends Clock {
  /** Moves time, firing what falls due in order and letting its consequences settle. */
  readonly advance: (ms: number) => Promise<void>;
  /** How many timers wait. */
  readonly waiting: () => number;
}

/** Lets everything that needs no time happen. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const createFakeClock = (startAt = 1_800_000_000_000): FakeClock => {
  let now = startAt;
  const timers = new Set<{ readonly at: number; readonly fire: () => void }>();

  const timer: Clock['timer'] = (ms, fire) => {
    const entry = { at: now + ms, fire };
    timers.add(entry);
    return () => timers.delete(entry);
  };

  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = timer(ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });

  const advance = async (ms: number): Promise<void> => {
    const end = now + ms;
    await settle();
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      timers.delete(next);
      now = Math.max(now, next.at);
      next.fire();
      await settle();
    }
    now = end;
    await settle();
  };

  return { now: () => now, sleep, timer, advance, waiting: () => timers.size };
};
