import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { within } from '../base/within.js';

export interface Stage {
  readonly name: string;
  readonly stops: readonly (() => Promise<void>)[];
  /** The stage is left after so long, ms, whoever still hangs. */
  readonly withinMs: number;
}

interface StopOptions {
  readonly clock: Pick<Clock, 'timer'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Each stage after the one before, whatever became of that; those of one stage stop side by side. Then throws the first fault. */
export const stopInStages = async (
  stages: readonly Stage[],
  { clock, logger }: StopOptions,
): Promise<void> => {
  const faults: unknown[] = [];
  const endOf = async (stop: () => Promise<void>): Promise<void> => {
    try {
      await stop();
    } catch (error) {
      faults.push(error);
    }
  };
  for (const { name, stops, withinMs } of stages) {
    const ended = Promise.all(stops.map(endOf));
    if (await within({ ms: withinMs, timer: clock.timer }, ended)) continue;
    logger.warn(
      { stage: name, afterMs: withinMs },
      'not everything stopped in time: what it had claimed comes again when its lease ends',
    );
  }
  if (faults.length > 0) throw faults[0];
};
