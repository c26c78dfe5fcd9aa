import type { Clock } from '../../base/clock.js';

/** Instants at which there may be something to do, each of them met once. */
export interface WakeUps {
  readonly at: (instant: number) => void;
  readonly cancel: () => void;
}

export interface WakeUpsOptions {
  readonly clock: Pick<Clock, 'timer'>;
  /** The time that the instants are told in; it may be set forward or back. */
  readonly now: () => number;
  readonly wake: () => void;
}

/** Beyond these the look at all partners is early enough. */
const maxInstants = 256;
/** What falls due this close together is met at once. */
const grainMs = 10;

/** One timer for the soonest instant; the later ones are remembered. */
export const createWakeUps = ({ clock, now, wake }: WakeUpsOptions): WakeUps => {
  let instants: number[] = [];
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;
  let isCancelled = false;

  const fire = (): void => {
    timer = undefined;
    const at = now();
    const isDue = instants.some((instant) => instant <= at);
    instants = instants.filter((instant) => instant > at);
    // Timers may fire a millisecond early; what is not yet due would then wait for the next look.
    setTimer();
    if (isDue) wake();
  };

  const setTimer = (): void => {
    const [soonest] = instants;
    if (soonest === undefined || isCancelled || (timer !== undefined && timer.at <= soonest)) return;
    timer?.cancel();
    timer = { at: soonest, cancel: clock.timer(Math.max(0, soonest - now()), fire) };
  };

  return {
    at: (instant) => {
      // What is due is met now; the grain must not make it late.
      const rounded = instant <= now() ? instant : Math.ceil(instant / grainMs) * grainMs;
      if (instants.includes(rounded)) return;
      const place = instants.findIndex((other) => other > rounded);
      instants.splice(place === -1 ? instants.length : place, 0, rounded);
      instants.length = Math.min(instants.length, maxInstants);
      setTimer();
    },
    cancel: () => {
      isCancelled = true;
      timer?.cancel();
    },
  };
};
