import type { ClauseVerdict, Verdict } from './judge.js';

export type ExitCode = 0 | 1 | 3 | 4 | 5;

/** What a run comes to. Exit code 2, a fault in how it was started, never gets as far as this. */
export interface Conclusion {
  readonly conformant: boolean;
  readonly exitCode: ExitCode;
  readonly message: string;
}

/**
 * Conformant only when something was checked, no MUST failed and no applicable MUST went unverified.
 *
 * A fault of the runner comes first, since nothing it says can then be trusted; a failed MUST is a finding even if the
 * target went away afterwards.
 */
export function conclude(verdicts: readonly ClauseVerdict[]): Conclusion {
  const musts = (verdict: Verdict): number =>
    verdicts.filter((one) => one.verdict === verdict && one.clause.level === 'MUST').length;
  const all = (verdict: Verdict): number => verdicts.filter((one) => one.verdict === verdict).length;
  const not = (exitCode: ExitCode, message: string): Conclusion => ({ conformant: false, exitCode, message });
  const broken = all('harness fault');
  if (broken > 0) return not(5, `no verdict: the runner itself failed on ${clauses(broken)}`);
  if (musts('fail') > 0) return not(1, `not conformant: ${clauses(musts('fail'))} of level MUST failed`);
  const unreached = all('environment');
  if (unreached > 0) return not(3, `no verdict: the target could not be asked about ${clauses(unreached)}`);
  if (musts('not verified') > 0) {
    return not(4, `no verdict: ${clauses(musts('not verified'))} of level MUST could not be verified`);
  }
  if (all('pass') === 0) return not(4, 'no verdict: nothing was checked');
  return { conformant: true, exitCode: 0, message: `conformant: ${clauses(all('pass'))} passed` };
}

function clauses(count: number): string {
  return count === 1 ? '1 clause' : `${count} clauses`;
}
