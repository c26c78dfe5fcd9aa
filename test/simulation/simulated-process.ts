import { type Clock, sleepBy } from '#service/base/clock.js';
import type { Dice } from './dice.js';
import type { Scheduler } from './scheduler.js';
import type { Trace } from './trace.js';

/** An operating system's process: it can be killed, stopped in its tracks and woken, and its wall clock can be set. */
export interface SimulatedProcess {
  readonly name: string;
  readonly clock: Clock;
  readonly isAlive: () => boolean;
  readonly isPaused: () => boolean;
  /** Something reaches the process after so long: never when it is dead by then, later when it is paused. */
  readonly reach: (delayMs: number, run: () => void) => () => void;
  /** Nothing of it happens any more. */
  readonly kill: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Sets the wall clock; timers run by another. */
  readonly jump: (ms: number) => void;
  readonly onKilled: (run: () => void) => void;
  /** When it was last paused, woken or had its clock set: what it knows of the time may be wrong since (true time, epoch ms). */
  readonly upsetAt: () => number;
}

interface ProcessOptions {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly trace: Trace;
  /** How far its clock lies from the true time, ms. */
  readonly skewMs: number;
}

export const createSimulatedProcess = (options: ProcessOptions): SimulatedProcess => {
  const { name, scheduler, dice, trace } = options;
  const waiting = new Set<() => void>();
  const mourners: (() => void)[] = [];
  let offsetMs = options.skewMs;
  let state: 'running' | 'paused' | 'dead' = 'running';
  let upsetAt = Number.NEGATIVE_INFINITY;

  const enter = (run: () => void): void => {
    if (state === 'running') run();
    if (state === 'paused') waiting.add(run);
  };

  const reach = (delayMs: number, run: () => void): (() => void) => {
    let isCancelled = false;
    const runUnlessCancelled = (): void => {
      if (!isCancelled) run();
    };
    const cancel = scheduler.after(delayMs, () => enter(runUnlessCancelled));
    return () => {
      isCancelled = true;
      cancel();
    };
  };

  // A timer may fire a millisecond early, and late on a busy machine.
  const timer: Clock['timer'] = (ms, fire) => reach(ms + dice.between(-1, 3), fire);

  return {
    name,
    clock: { now: () => scheduler.now() + offsetMs, elapsed: scheduler.now, timer, sleep: sleepBy(timer) },
    isAlive: () => state !== 'dead',
    isPaused: () => state === 'paused',
    reach,
    kill: () => {
      if (state === 'dead') return;
      trace.note(name, () => 'KILLED');
      state = 'dead';
      waiting.clear();
      for (const tell of mourners) tell();
    },
    pause: () => {
      if (state !== 'running') return;
      trace.note(name, () => 'PAUSED');
      state = 'paused';
      upsetAt = scheduler.now();
    },
    resume: () => {
      if (state !== 'paused') return;
      trace.note(name, () => 'WAKES');
      state = 'running';
      upsetAt = scheduler.now();
      const due = [...waiting];
      waiting.clear();
      for (const run of due) reach(dice.between(0, 5), run);
    },
    jump: (ms) => {
      trace.note(name, () => `CLOCK SET by ${ms} ms`);
      offsetMs += ms;
      upsetAt = scheduler.now();
    },
    onKilled: (run) => mourners.push(run),
    upsetAt: () => upsetAt,
  };
};
