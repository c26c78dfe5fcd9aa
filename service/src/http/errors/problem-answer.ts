import type { Locale } from '../../base/locale.js';
import type { Problem } from '../../base/problem.js';
import { problems } from '../../base/problem-catalogue.js';

/** What leaves instead of a record; `body` is JSON. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const realm = 'Bearer realm="parking"';

/** RFC 6750, 3: a request without a token gets the bare challenge, others are told what is wrong with theirs. */
const challenges: Readonly<Record<string, string>> = {
  token_invalid: `${realm}, error="invalid_token", error_description="The token is unknown, expired or revoked"`,
  token_insufficient: `${realm}, error="insufficient_scope"`,
  booking_invoice_not_allowed: `${realm}, error="insufficient_scope"`,
};

const challengeOf = ({ code, detail: { scope } }: Problem): string =>
  (challenges[code] ?? realm) + (scope === undefined ? '' : `, scope="${scope}"`);

const headersOf = (problem: Problem): Readonly<Record<string, string>> => ({
  ...(problem.status === 401 && { 'WWW-Authenticate': challengeOf(problem) }),
  ...(problem.detail.retryAfterSeconds !== undefined && {
    'Retry-After': String(problem.detail.retryAfterSeconds),
  }),
});

/** The one renderer of API errors. `status` and `message` at the top are there because older clients read them. */
export const problemAnswer = (problem: Problem, uuid: string, locale: Locale): ErrorAnswer => {
  const { status, code, detail } = problem;
  const message = problems[code].message[locale];
  const error = {
    code,
    uuid,
    status,
    message,
    ...(detail.details !== undefined && { details: detail.details }),
    ...(detail.fields !== undefined && { fields: detail.fields }),
  };
  return { status, headers: headersOf(problem), body: { status, message, errors: [error] } };
};
