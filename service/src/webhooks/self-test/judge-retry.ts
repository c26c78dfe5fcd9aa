import { failedBy, judgeAccepted } from './judge-accepted.js';
import type { ExchangeReport, Finding } from './self-test-report.js';
import { inWords, isAccepted } from './trial-answer.js';

interface Retried {
  /** To the notice of a booking that could not be fetched yet. */
  readonly early: ExchangeReport;
  /** From when it could. */
  readonly afterwards: readonly ExchangeReport[];
}

/** A notice that failed on the partner's side must be answered 404, and taken when it comes again. */
export const judgeRetry = ({ early, afterwards }: Retried): Finding => {
  const what = 'a booking that cannot be fetched yet';
  if (early.reason === 'duplicate' || early.reason === 'unauthorised') return failedBy(early, what);
  if (isAccepted(early))
    return {
      status: 'not_verified',
      message: `${what} was taken without being fetched, so no 404 could be brought about`,
    };
  const then = judgeAccepted(afterwards, 'sent again when it could be fetched, it');
  const message = `${what}: ${inWords(early)}; ${then.message}`;
  if (then.status === 'failed' || early.reason === 'not_found') return { ...then, message };
  return {
    status: 'warned',
    message,
    advice:
      'Answer 404 when a notice cannot be worked on now: it is the contract’s word for "send it again".',
  };
};
