import { parseApiErrors } from './api-errors.js';
import { readRetryAfter } from './attempts.js';
import {
  type BookingClientError,
  type BookingClientErrorFacts,
  NotFoundError,
  RejectedError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswerError,
} from './errors.js';
import type { Exchanged } from './exchange.js';

type Answered = Extract<Exchanged, { readonly type: 'answer' }>;

/** The JSON of an answer's text; `undefined` when it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const describe = (facts: BookingClientErrorFacts): string => {
  const [first] = facts.errors ?? [];
  if (!first) return `answered ${facts.status}`;
  const id = first.uuid === undefined ? '' : ` (${first.uuid})`;
  const text = first.message === undefined ? '' : `: ${first.message}`;
  return `answered ${facts.status} ${first.code}${id}${text}`;
};

const errorOfAnswer = (call: string, answer: Answered, now: number): BookingClientError => {
  const { status } = answer;
  const facts = { call, status, errors: parseApiErrors(parseJson(answer.text)) };
  const text = describe(facts);
  if (status === 401 || status === 403) return new UnauthorizedError(text, facts);
  if (status === 404) return new NotFoundError(text, facts);
  if (status === 429 || status >= 500)
    return new UnavailableError(text, { ...facts, retryAfterMs: readRetryAfter(answer.retryAfter, now) });
  return status >= 400 ? new RejectedError(text, facts) : new UnexpectedAnswerError(text, facts);
};

/** The error for an exchange that did not succeed. */
export const errorOf = (call: string, result: Exchanged, now: number): BookingClientError => {
  switch (result.type) {
    case 'timeout':
      return new TimeoutError('no complete answer before the deadline', { call });
    case 'failed':
      return new UnavailableError(`no connection (${result.reason})`, { call });
    case 'too_large':
      return new UnexpectedAnswerError('the answer is larger than allowed', { call });
    case 'answer':
      return errorOfAnswer(call, result, now);
  }
};
