import { Problem } from '../../base/problem.js';
import { OAuthProblem } from '../../oauth/oauth-problem.js';
import type { ErrorAnswer } from './problem-answer.js';

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const describe = (problem: Problem): string => {
  const fields = problem.detail.fields?.join(', ');
  const what = problem.detail.details ?? problem.code;
  return fields === undefined ? what : `${fields}: ${what}`;
};

/** Seconds after which it may do, where that is known. */
const retryAfter = (failure: OAuthProblem | Problem): Readonly<Record<string, string>> => {
  const seconds = failure instanceof Problem ? failure.detail.retryAfterSeconds : undefined;
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) };
};

const errorOf = (failure: OAuthProblem | Problem): string => {
  if (failure instanceof OAuthProblem) return failure.code;
  return failure.status >= 500 || failure.status === 429 ? 'temporarily_unavailable' : 'invalid_request';
};

/** The one renderer of token endpoints' errors (RFC 6749, 5.2). */
export const oauthProblemAnswer = (failure: OAuthProblem | Problem): ErrorAnswer => ({
  status: failure.status,
  headers: {
    ...noStore,
    ...(failure.status === 401 && { 'WWW-Authenticate': 'Basic realm="parking"' }),
    ...retryAfter(failure),
  },
  body: {
    error: errorOf(failure),
    // RFC 6749 allows printable ASCII without quote and backslash here.
    error_description: (failure instanceof Problem ? describe(failure) : failure.message).replace(
      /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g,
      '?',
    ),
  },
});
