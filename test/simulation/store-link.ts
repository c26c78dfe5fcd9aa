import type { Dice } from './dice.js';
import type { Scheduler } from './scheduler.js';
import { type Carry, oneStep, type Steps, type StoreCall } from './simulated-documents.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { Trace } from './trace.js';
import type { Sky } from './weather.js';

/** A process's connection to the database. */
export interface StoreLink {
  readonly carry: Carry;
  /** The database's clock, epoch ms. */
  readonly serverNow: () => Promise<number>;
  readonly cut: () => void;
  readonly mend: () => void;
}

export interface StoreLinkOptions {
  readonly process: SimulatedProcess;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly trace: Trace;
  readonly sky: Sky;
  /** Told of each write before and after it is carried out: good moments to kill who asked for it. */
  readonly onWrite: (process: SimulatedProcess, label: string) => void;
}

type Fate = 'good' | 'lost' | 'answer_lost' | 'slow';
type Ending<Result> = { readonly result: Result } | { readonly error: unknown };

/** The driver gives up on a silent socket after this long. */
const silenceMs = 30_000;

class StoreAway extends Error {
  override readonly name = 'StoreAway';
}

const askTime: StoreCall = { label: 'hello', isWrite: false, detail: () => '' };

const shownEnding = (ending: Ending<unknown>): string => {
  if ('error' in ending) return `failed: ${String(ending.error)}`;
  const { result } = ending;
  if (Array.isArray(result)) return `${result.length} found`;
  return result === undefined || result === null ? 'done' : JSON.stringify(result);
};

/** Those who look in vain, over and over, would fill the page. */
const isWorthNoting = ({ isWrite }: StoreCall, ending: Ending<unknown>): boolean =>
  isWrite || 'error' in ending || (Array.isArray(ending.result) && ending.result.length > 0);

export const createStoreLink = (options: StoreLinkOptions): StoreLink => {
  const { process, scheduler, dice, trace, sky } = options;
  let isCut = false;

  const fateOf = (): Fate => {
    const { storeLost, storeAnswerLost, storeSlow } = sky.now();
    if (isCut || dice.chance(storeLost)) return 'lost';
    if (dice.chance(storeAnswerLost)) return 'answer_lost';
    return dice.chance(storeSlow) ? 'slow' : 'good';
  };

  const wayMs = (fate: Fate): number => (fate === 'slow' ? dice.between(100, 5_000) : dice.between(0, 3));
  /** An error comes at once, or when the driver has waited long enough. */
  const errorMs = (): number => (dice.chance(0.7) ? dice.between(1, 50) : dice.between(1_000, silenceMs));

  /** At the server: one step after the other, others' calls in between. */
  const workOff = <Result>(steps: Steps<Result>, end: (ending: Ending<Result>) => void): void => {
    // A server may notice that nobody waits any more.
    if (!process.isAlive() && dice.chance(0.3)) return;
    try {
      const step = steps.next();
      if (step.done === true) end({ result: step.value });
      else scheduler.after(dice.between(0, 2), () => workOff(steps, end));
    } catch (error) {
      end({ error });
    }
  };

  const carry: Carry = <Result>(call: StoreCall, open: () => Steps<Result>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const fate = fateOf();
      const note = (what: string): void =>
        trace.note(process.name, () => `${call.label} ${call.detail()} ${what}`);
      const lose = (): void => {
        note(fate);
        process.reach(errorMs(), () => reject(new StoreAway(`${call.label}: ${fate}`)));
      };
      const answer = (ending: Ending<Result>): void => {
        if (isWorthNoting(call, ending)) note(shownEnding(ending));
        if (call.isWrite) options.onWrite(process, call.label);
        // What was on its way when the line broke is lost, too.
        if (isCut || fate === 'answer_lost') lose();
        else
          process.reach(wayMs(fate), () => {
            if ('error' in ending) reject(ending.error);
            else resolve(ending.result);
          });
      };
      const arrive = (): void => {
        if (call.isWrite) options.onWrite(process, call.label);
        workOff(open(), answer);
      };
      if (fate === 'lost') lose();
      else scheduler.after(wayMs(fate), arrive);
    });

  return {
    carry,
    serverNow: () => carry(askTime, () => oneStep(scheduler.now)),
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
  };
};
