import type { RandomHex } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { problems } from '../../base/problem-catalogue.js';
import { OAuthProblem } from '../../oauth/oauth-problem.js';
import { type Exchange, uuidFrom } from '../exchange.js';
import { oauthProblemAnswer } from './oauth-problem-answer.js';
import { type ErrorAnswer, problemAnswer } from './problem-answer.js';

export interface FailureOptions {
  readonly randomHex: RandomHex;
  /** The storage failed for now, so that the same request may do later. */
  readonly isStorageAway: (error: unknown) => boolean;
}

const retryAfterSeconds = 2;

const unexpected = (thrown: unknown, { isStorageAway }: FailureOptions): Problem =>
  isStorageAway(thrown)
    ? new Problem('service_unavailable', { retryAfterSeconds })
    : new Problem('service_error');

/** Decides which error leaves, and notes it for the log. What nobody expected leaves as one fixed 500, a storage that is away as 503. */
export const failWith = (exchange: Exchange, thrown: unknown, options: FailureOptions): ErrorAnswer => {
  const uuid = uuidFrom(options.randomHex);
  if (thrown instanceof OAuthProblem) {
    exchange.failure = { code: thrown.code, uuid, level: 'info', details: thrown.message };
    return oauthProblemAnswer(thrown);
  }
  const isExpected = thrown instanceof Problem;
  const problem = isExpected ? thrown : unexpected(thrown, options);
  const { details } = problem.detail;
  exchange.failure = {
    code: problem.code,
    uuid,
    level: problems[problem.code].level,
    ...(details !== undefined && { details }),
    ...(!isExpected && { error: thrown }),
  };
  return exchange.row?.hasOAuthErrors === true
    ? oauthProblemAnswer(problem)
    : problemAnswer(problem, uuid, exchange.locale);
};
