import type { Clock } from '../../src/base/clock.js';

export interface FakeClock extends Clock {
  /** Moves time forward, firing what falls due in its order; between two instants everything under way comes to rest. */
  readonly advance: (ms: number) => Promise<void>;
  /** Advances from timer to timer until the condition holds; throws after `limitMs` of fake time. */
  readonly runUntil: (condition: () => boolean, limitMs: number) => Promise<void>;
  /** Lets everything under way come to rest without moving time. */
  readonly settle: () => Promise<void>;
  /** Moves time without firing anything, as a process does that is held up. */
  readonly jump: (ms: number) => void;
  /** Sets the wall clock forward or back; timers run by another. */
  readonly set: (byMs: number) => void;
}

export interface FakeClockOptions {
  readonly start?: number;
  /** True while something that is not a timer is awaited (the database, say). */
  readonly isBusy?: () => boolean;
}

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

const quietTurns = 4;

/** A clock that stands still until it is told to move. Alarms fire in the order of their instants, then of their setting. */
export const createFakeClock = (options: FakeClockOptions = {}): FakeClock => {
  const isBusy = options.isBusy ?? (() => false);
  let now = options.start ?? Date.UTC(2026, 10, 21, 12);
  let setByMs = 0;
  let order = 0;
  const alarms = new Set<Alarm>();

  const timer: Clock['timer'] = (ms, fire) => {
    order += 1;
    const alarm = { at: now + Math.max(0, ms), order, fire };
    alarms.add(alarm);
    return () => alarms.delete(alarm);
  };

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isBusy()) quiet = -1;
    }
  };

  const nextAlarm = (until: number): Alarm | undefined =>
    [...alarms]
      .filter(({ at }) => at <= until)
      .sort((left, right) => left.at - right.at || left.order - right.order)[0];

  const fireNext = async (until: number): Promise<boolean> => {
    const alarm = nextAlarm(until);
    if (alarm === undefined) return false;
    alarms.delete(alarm);
    now = Math.max(now, alarm.at);
    alarm.fire();
    await settle();
    return true;
  };

  return {
    now: () => now + setByMs,
    elapsed: () => now,
    timer,
    settle,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = (): void => {
          cancel();
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const cancel = timer(ms, wake);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    jump: (ms) => {
      now += ms;
    },
    set: (byMs) => {
      setByMs += byMs;
    },
    advance: async (ms) => {
      const until = now + ms;
      await settle();
      while (await fireNext(until));
      now = Math.max(now, until);
    },
    runUntil: async (condition, limitMs) => {
      const until = now + limitMs;
      await settle();
      while (!condition()) {
        if (!(await fireNext(until))) throw new Error(`not reached within ${limitMs} ms of fake time`);
      }
    },
  };
};
