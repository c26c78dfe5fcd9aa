import { type Clock, sleepBy } from '../base/clock.js';

/** A clock that can be moved forward; who waits on it wakes when the moved time has come. */
export interface ShiftedClock extends Clock {
  readonly offsetMs: () => number;
  /** Adds to the offset. Time never goes back: a negative step throws. */
  readonly advance: (ms: number) => void;
}

export const createShiftedClock = (real: Clock, initialOffsetMs: number): ShiftedClock => {
  let offset = initialOffsetMs;
  const waiting = new Set<() => void>();
  const now = (): number => real.now() + offset;

  /** What is left of the wait is asked of the clock only when it is moved: a wall clock that is set back must not hold anybody up. */
  const timer = (ms: number, fire: () => void): (() => void) => {
    const dueAt = now() + ms;
    let cancelReal = (): void => undefined;
    const cancel = (): void => {
      cancelReal();
      waiting.delete(look);
    };
    const end = (): void => {
      cancel();
      fire();
    };
    const look = (): void => {
      const left = dueAt - now();
      cancelReal();
      if (left <= 0) end();
      else cancelReal = real.timer(Math.min(left, ms), end);
    };
    waiting.add(look);
    cancelReal = real.timer(ms, end);
    return cancel;
  };

  return {
    now,
    elapsed: () => real.elapsed() + offset,
    timer,
    sleep: sleepBy(timer),
    offsetMs: () => offset,
    advance: (ms) => {
      if (ms < 0) throw new Error('the sandbox clock only goes forward');
      offset += ms;
      for (const look of [...waiting]) look();
    },
  };
};
