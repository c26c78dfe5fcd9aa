import { judgeAccepted } from './judge-accepted.js';
import type { ExchangeReport, Finding } from './self-test-report.js';
import { inWords, isAccepted } from './trial-answer.js';

interface Knocked {
  /** To the wrong header, or none. */
  readonly refused: ExchangeReport;
  /** To the right one, sent afterwards. */
  readonly afterwards: readonly ExchangeReport[];
}

/** Whoever does not know the header's value must get 401, and leave no trace. `what` is what was sent in its place. */
export const judgeClosed = ({ refused, afterwards }: Knocked, what: string): Finding => {
  if (isAccepted(refused) || refused.reason === 'duplicate')
    return {
      status: 'failed',
      message: `a notice with ${what} was let in (${inWords(refused)})`,
      advice: 'Check the header before anything else and answer 401: else anybody can send you notices.',
    };
  if (refused.reason !== 'unauthorised')
    return {
      status: 'failed',
      message: `a notice with ${what} was answered ${inWords(refused)}`,
      advice: 'Answer 401: by no other answer can the operator see that the value is wrong.',
    };
  const then = judgeAccepted(afterwards, 'the same notice with the right value');
  return { ...then, message: `${what}: 401; ${then.message}` };
};
