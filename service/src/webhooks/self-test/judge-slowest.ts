import type { ExchangeReport, Finding } from './self-test-report.js';

const fasterAdvice = 'Store the notice, answer 202, and do what takes long afterwards.';

/** How long the slowest answer took against the deadline that notices have, ms. */
export const judgeSlowest = (answers: readonly ExchangeReport[], deadlineMs: number): Finding => {
  const slowest = Math.max(0, ...answers.map(({ durationMs }) => durationMs));
  const message = `the slowest answer took ${slowest} ms of ${deadlineMs}`;
  if (slowest > deadlineMs)
    return {
      status: 'failed',
      message,
      advice: `After ${deadlineMs} ms a notice counts as unanswered and comes again. ${fasterAdvice}`,
    };
  if (slowest > deadlineMs / 2) return { status: 'warned', message, advice: fasterAdvice };
  return { status: 'passed', message };
};
