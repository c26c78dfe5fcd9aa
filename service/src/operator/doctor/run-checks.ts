import type { Clock } from '../../base/clock.js';
import { sideBySide } from '../../base/side-by-side.js';
import { type Check, type Finding, fault, type Result, warning } from './finding.js';

interface RunOptions {
  readonly clock: Pick<Clock, 'now' | 'timer'>;
  /** Checks under way at one time. */
  readonly atOnce: number;
  /** For each check. */
  readonly patienceMs: number;
  /** For all of them: those that have not begun by then are named, and left out. */
  readonly budgetMs: number;
}

const late = (ms: number): Finding =>
  fault(`no answer within ${ms / 1_000} s`, 'See what it asks (disk, database, name server), and ask again.');

const broken = (error: unknown): Finding =>
  fault(
    `it could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
    'The service’s log may say more.',
  );

const tooLate = warning('not looked at: the others took too long', 'Ask again, for one partner alone.');

/** What the check says, or that it did not in time; one that hangs goes on hanging by itself. */
const ask = ({ run }: Check, { clock, patienceMs }: RunOptions): Promise<readonly Finding[]> =>
  new Promise((resolve) => {
    const cancel = clock.timer(patienceMs, () => resolve([late(patienceMs)]));
    const settle = (findings: readonly Finding[]): void => {
      cancel();
      resolve(findings);
    };
    const begin = async (): Promise<readonly Finding[]> => run();
    begin().then(settle, (error: unknown) => settle([broken(error)]));
  });

const named = ({ name, about }: Check, findings: readonly Finding[]): readonly Result[] =>
  findings.map((finding) => ({ name, ...(about === undefined ? {} : { about }), ...finding }));

/** Runs checks side by side under a bound, each with its own time-out; the results stand in the checks' order. */
export const runChecks = async (
  checks: readonly Check[],
  options: RunOptions,
): Promise<readonly Result[]> => {
  const { clock, atOnce, budgetMs } = options;
  const endsAt = clock.now() + budgetMs;
  const results = await sideBySide(checks, atOnce, async (check) =>
    named(check, clock.now() < endsAt ? await ask(check, options) : [tooLate]),
  );
  return results.flat();
};
