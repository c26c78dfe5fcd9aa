import type { OutboundOutcome } from '../../outbound/outbound.js';
import { retryAfterMs } from './retry-after.js';

/** What an answer means for its delivery. `reason` is kept with the attempt; a fault is the partner's breach of the contract. */
export interface Decision {
  readonly verdict: 'delivered' | 'refused' | 'unauthorised' | 'retry';
  readonly reason: string;
  readonly isContractFault: boolean;
  /** When the partner said how long to wait. */
  readonly retryAfterMs?: number;
  /** Waiting changes nothing: the first of an opening's attempts is repeated at once, later ones by the schedule. */
  readonly isDueAtOnce?: true;
}

type Answered = Extract<OutboundOutcome, { kind: 'answered' }>;

const decision = (verdict: Decision['verdict'], reason: string): Decision => ({
  verdict,
  reason,
  isContractFault: false,
});
const fault = (verdict: Decision['verdict'], reason: string): Decision => ({
  verdict,
  reason,
  isContractFault: true,
});

/** Some servers begin every text with one; JSON knows none. */
const byteOrderMark = /^\ufeff/;

const isDuplicateBody = (body: string): boolean => {
  try {
    const parsed: unknown = JSON.parse(body.replace(byteOrderMark, ''));
    return (
      typeof parsed === 'object' && parsed !== null && 'code' in parsed && parsed.code === 'duplicate_request'
    );
  } catch {
    return false;
  }
};

const badRequest = (answer: Answered): Decision => {
  if (isDuplicateBody(answer.body)) return decision('delivered', 'duplicate');
  // Unread to the end, it may have said "duplicate": asking again is safe, giving up is not.
  return answer.isBodyCut ? fault('retry', 'body_incomplete') : fault('refused', 'refused');
};

const later = (reason: string, answer: Answered, now: number): Decision => {
  const waitMs = retryAfterMs(answer.headers['retry-after'], now);
  return { ...decision('retry', reason), ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
};

const decideAnswer = (answer: Answered, now: number): Decision => {
  const { status } = answer;
  if (status === 202) return decision('delivered', 'accepted');
  if (status >= 200 && status < 300) return fault('delivered', 'accepted_otherwise');
  if (status >= 300 && status < 400) return fault('retry', 'redirect');
  if (status === 400) return badRequest(answer);
  if (status === 401) return decision('unauthorised', 'unauthorised');
  if (status === 404) return decision('retry', 'not_found');
  if (status === 408) return later('request_timeout', answer, now);
  if (status === 429) return later('rate_limited', answer, now);
  if (status >= 500 && status < 600) return later('server_error', answer, now);
  return fault('retry', 'unexpected_status');
};

/** The table of answers (DESIGN 5) as a pure function; `now` only reads a Retry-After that is a date. */
export const decide = (outcome: OutboundOutcome, now: number): Decision =>
  outcome.kind === 'answered' ? decideAnswer(outcome, now) : decision('retry', outcome.reason);
