import type { Clock } from '../../base/clock.js';
import type { Partner } from '../../webhooks/partners/partner.js';
import { type Check, type Result, warning, worstOf } from './finding.js';
import { type Report, reportOf } from './report.js';
import { runChecks } from './run-checks.js';

export interface DoctorOptions {
  /** What needs no database, and the database itself. */
  readonly first: readonly Check[];
  readonly database: Check;
  /** What asks the database. */
  readonly rest: readonly Check[];
  readonly partners: () => Promise<readonly Partner[]>;
  readonly checksOf: (partner: Partner) => readonly Check[];
  /** Real time. */
  readonly clock: Pick<Clock, 'now' | 'timer'>;
  readonly by: Report['checked_by'];
  readonly patienceMs?: number;
}

export interface Doctor {
  /** Looks at everything, or beside the rest at one partner alone; those who ask at once share the answer. */
  readonly examine: (partner?: string) => Promise<Report>;
}

const budgetMs = 60_000;

/** Runs the checks: first what stands alone, then, where the database answers, what rests on it. */
export const createDoctor = (options: DoctorOptions): Doctor => {
  const { clock, patienceMs = 10_000 } = options;
  const bounds = { clock, patienceMs, atOnce: 8, budgetMs };
  const underWay = new Map<string | undefined, Promise<Report>>();

  /** The partners are read under a time-out too. */
  const readPartners = async (wanted: string | undefined) => {
    let found: readonly Partner[] = [];
    const reading: Check = {
      name: 'partners',
      run: async () => {
        const all = await options.partners();
        found = wanted === undefined ? all : all.filter(({ _id }) => _id === wanted);
        return found.length > 0 || wanted === undefined
          ? []
          : [warning(`there is no partner ${wanted}`, 'parking-service partners list')];
      },
    };
    const results = await runChecks([reading], bounds);
    return { found, results };
  };

  const restOf = async (wanted: string | undefined): Promise<readonly Result[]> => {
    const { found, results } = await readPartners(wanted);
    const checks = [...options.rest, ...found.flatMap(options.checksOf)];
    return [...results, ...(await runChecks(checks, bounds))];
  };

  const notAsked: Result = {
    name: 'everything else',
    ...warning('not looked at, since the database does not answer', 'Mend the database first.'),
  };

  const look = async (wanted: string | undefined): Promise<Report> => {
    const first = await runChecks([...options.first, options.database], bounds);
    const base = first.filter(({ name }) => name === options.database.name);
    const rest = worstOf(base) === 'fault' ? [notAsked] : await restOf(wanted);
    return reportOf([...first, ...rest], { by: options.by, at: clock.now() });
  };

  return {
    examine: (wanted) => {
      const known = underWay.get(wanted);
      if (known !== undefined) return known;
      const begun = look(wanted).finally(() => underWay.delete(wanted));
      underWay.set(wanted, begun);
      return begun;
    },
  };
};
