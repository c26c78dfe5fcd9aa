import type { ExchangeReport, Finding } from './self-test-report.js';
import { inWords, isAccepted, isPutOff } from './trial-answer.js';

const advices: Readonly<Record<string, string>> = {
  unauthorised:
    'Let the right value in: compare the header of that name as it is, capitals and blanks included. If the value set here is not the one agreed on: parking-service partners set ID --header NAME -',
  refused:
    'Answer 202 when the notice is taken, 404 when it should come again. A 400 without {"code":"duplicate_request"} ends it: the booking would be lost to you.',
  not_found:
    'A 404 says "not now, send it again": it must end in 202. Can you fetch GET /v4/bookings/ID with your OAuth client, and is it a client of this partner?',
  rate_limited: 'A 429 only delays: it must end in 202.',
  server_error: 'Answer 202 when the notice is taken, 404 when it should come again; look into your log.',
  redirect: 'Redirects are not followed: give the address that answers, with scheme, host and path.',
  blocked_address:
    'The address is not public. An operator of a closed network can allow it: PARKING_ALLOW_PRIVATE_TARGETS.',
};

const otherAdvice = 'Answer 202 within ten seconds when the notice is taken, 404 when it should come again.';

/** For an answer that ends a notice in no good way. */
export const failedBy = (answer: ExchangeReport, what: string): Finding => ({
  status: 'failed',
  message: `${what} was answered ${inWords(answer)}`,
  advice: advices[answer.reason] ?? otherAdvice,
});

export const remembersTooEarly =
  'Remember a booking and kind only when its work is done, and forget it when you answer 404 or 401: what comes again is taken for a duplicate, and its effect is lost.';

const attemptsText = (count: number): string => (count === 1 ? '' : ` at attempt ${count}`);

/**
 * A notice that had no effect yet, with the right header, sent again while it was put off: it must end in 202.
 * `what` begins a sentence.
 */
export const judgeAccepted = (answers: readonly ExchangeReport[], what: string): Finding => {
  const last = answers.at(-1);
  if (last === undefined)
    return { status: 'failed', message: `${what} was not sent: the test's time was over` };
  if (last.reason === 'duplicate')
    return {
      status: 'failed',
      message: `${what} was taken for a duplicate${answers.some(isPutOff) ? ' after it had been answered 404' : ''}`,
      advice: remembersTooEarly,
    };
  if (!isAccepted(last)) return failedBy(last, what);
  const message = `${what} was answered ${inWords(last)}${attemptsText(answers.length)}`;
  if (last.reason === 'accepted') return { status: 'passed', message };
  return { status: 'warned', message, advice: 'It counts as taken; the contract’s word for it is 202.' };
};
