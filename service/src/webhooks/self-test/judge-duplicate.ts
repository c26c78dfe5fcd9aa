import { failedBy } from './judge-accepted.js';
import type { ExchangeReport, Finding } from './self-test-report.js';
import { inWords } from './trial-answer.js';

/** A notice that has been taken comes again: it must be told to be known, or taken again. */
export const judgeDuplicate = (answers: readonly ExchangeReport[]): Finding => {
  const last = answers.at(-1);
  if (last === undefined) return { status: 'failed', message: "not sent: the test's time was over" };
  const message = `the same notice again was answered ${inWords(last)}`;
  if (last.reason === 'duplicate' || last.reason === 'accepted') return { status: 'passed', message };
  if (last.reason === 'accepted_otherwise')
    return { status: 'warned', message, advice: 'Answer 400 {"code":"duplicate_request"}, or 202.' };
  const { status, advice } = failedBy(last, '');
  if (last.reason === 'refused' || last.reason === 'not_found')
    return {
      status,
      message,
      advice:
        'Answer 400 {"code":"duplicate_request"}, or 202: a notice comes again when our side did not hear your answer.',
    };
  return { status, message, ...(advice === undefined ? {} : { advice }) };
};
