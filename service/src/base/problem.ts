import type { Scope } from './caller.js';
import { type ProblemCode, problems } from './problem-catalogue.js';

export interface ProblemDetail {
  /** Names of the invalid input parameters. */
  readonly fields?: readonly string[];
  /** For debugging; never shown to users, never a secret. */
  readonly details?: string;
  /** The scope that a token would need; the 401's challenge names it. */
  readonly scope?: Scope;
  /** Seconds; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** An expected failure that leaves as an API error; anything else that is thrown becomes one fixed 500. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: ProblemDetail;

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(detail.details === undefined ? code : `${code}: ${detail.details}`);
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.detail = detail;
  }
}
