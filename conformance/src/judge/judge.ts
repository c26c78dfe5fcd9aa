import type { Clause } from '../clauses/clause.js';
import type { Observation } from './observation.js';

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'open'
  | 'not applicable'
  | 'not verified'
  | 'environment'
  | 'harness fault';

export interface ClauseVerdict {
  readonly clause: Clause;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly observations: readonly Observation[];
}

/**
 * The verdict on a clause from all that was observed about it.
 *
 * One failure outweighs any number of passes; a pass needs something that was really looked at; what was only skipped
 * stays unverified, however many reasons there were.
 */
export function judgeClause(clause: Clause, observations: readonly Observation[]): ClauseVerdict {
  const having = (outcome: Observation['outcome']): Observation | undefined =>
    observations.find((observation) => observation.outcome === outcome);
  const verdict = (name: Verdict, reason?: string): ClauseVerdict => ({
    clause,
    verdict: name,
    observations,
    ...(reason === undefined ? {} : { reason }),
  });
  const broken = having('harness fault');
  if (broken !== undefined) return verdict('harness fault', broken.reason);
  if (having('failed') !== undefined) return verdict(failureOf(clause));
  const unreached = having('environment');
  if (unreached !== undefined) return verdict('environment', unreached.reason);
  if (having('passed') !== undefined) return verdict('pass');
  const unseen = having('not verified');
  if (unseen !== undefined) return verdict('not verified', unseen.reason);
  const other = having('not applicable');
  if (other !== undefined) return verdict('not applicable', other.reason);
  if (clause.untestable !== undefined) return verdict('not applicable', `not testable: ${clause.untestable}`);
  return verdict('not verified', 'no scenario that was run tests it');
}

function failureOf({ level }: Clause): Verdict {
  if (level === 'MUST') return 'fail';
  return level === 'SHOULD' ? 'warn' : 'open';
}
