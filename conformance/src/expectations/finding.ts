import type { Headers } from '../exchange/exchange.js';

/** What the expectations of a step look at: an answer, a notice, or a count. */
export interface Subject {
  readonly status?: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Nothing when it is as expected, else what was expected and what was there. */
export type Finding = undefined | { readonly expected: string; readonly actual: string };
