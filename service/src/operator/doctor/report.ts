import { type Result, type Verdict, worstOf } from './finding.js';

/** What the doctor answers, as the operator API shows it. */
export interface Report {
  readonly status: Verdict;
  /** `service`: a running process looked; `storage`: the command did, since none runs. */
  readonly checked_by: 'service' | 'storage';
  readonly checked_at: string;
  readonly checks: readonly ShownResult[];
}

export interface ShownResult {
  readonly check: string;
  /** The partner it is about. */
  readonly about: string | null;
  readonly status: Verdict;
  readonly seen: string;
  readonly advice: string | null;
}

const show = ({ name, about, verdict, seen, advice }: Result): ShownResult => ({
  check: name,
  about: about ?? null,
  status: verdict,
  seen,
  advice: advice ?? null,
});

export const reportOf = (
  results: readonly Result[],
  { by, at }: { readonly by: Report['checked_by']; readonly at: number },
): Report => ({
  status: worstOf(results),
  checked_by: by,
  checked_at: new Date(at).toISOString(),
  checks: results.map(show),
});
