import { createDice, type Dice } from './dice.js';
import { createScheduler, type Scheduler } from './scheduler.js';
import { createServiceRows, type ServiceRows } from './service-documents.js';
import { createSimulatedProcess, type SimulatedProcess } from './simulated-process.js';
import { createTrace, type Trace } from './trace.js';
import { createSky, type Sky } from './weather.js';

/** What everything in one simulation stands on. */
export interface Ground {
  readonly dice: Dice;
  readonly scheduler: Scheduler;
  readonly trace: Trace;
  readonly sky: Sky;
  readonly rows: ServiceRows;
  /** Something rare was seen: how often says whether the schedules are any good. */
  readonly meet: (what: string) => void;
  readonly met: ReadonlyMap<string, number>;
  readonly startProcess: (name: string, skewMs: number) => SimulatedProcess;
}

const startedAt = Date.UTC(2026, 10, 21, 12);
/** Another stream of chance than the plan's. */
const runStream = 0x9e3779b9;

export const createGround = (seed: number, isTraced: boolean): Ground => {
  const dice = createDice(seed ^ runStream);
  const scheduler = createScheduler(dice, startedAt);
  const met = new Map<string, number>();
  const trace = createTrace({ isKept: isTraced, now: scheduler.now });
  return {
    dice,
    scheduler,
    trace,
    sky: createSky(),
    rows: createServiceRows(),
    met,
    meet: (what) => met.set(what, (met.get(what) ?? 0) + 1),
    startProcess: (name, skewMs) => createSimulatedProcess({ name, skewMs, scheduler, dice, trace }),
  };
};
