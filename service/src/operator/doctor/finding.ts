/** `ok`; `warning`: it works, and somebody should know; `fault`: something does not work, or will not for long. */
export type Verdict = 'ok' | 'warning' | 'fault';

export interface Finding {
  readonly verdict: Verdict;
  /** What was seen, in words. */
  readonly seen: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** One question. It may take its time, and throw: whoever runs it bounds both. */
export interface Check {
  readonly name: string;
  /** Of what: a partner's id. */
  readonly about?: string;
  readonly run: () => Promise<readonly Finding[]>;
}

/** What a check found; one that found several things has several. */
export interface Result extends Finding {
  readonly name: string;
  readonly about?: string;
}

export const ok = (seen: string): Finding => ({ verdict: 'ok', seen });
export const warning = (seen: string, advice: string): Finding => ({ verdict: 'warning', seen, advice });
export const fault = (seen: string, advice: string): Finding => ({ verdict: 'fault', seen, advice });

const order = ['ok', 'warning', 'fault'] as const satisfies readonly Verdict[];

export const worstOf = (results: readonly Pick<Finding, 'verdict'>[]): Verdict =>
  results.reduce<Verdict>(
    (worst, { verdict }) => (order.indexOf(verdict) > order.indexOf(worst) ? verdict : worst),
    'ok',
  );
