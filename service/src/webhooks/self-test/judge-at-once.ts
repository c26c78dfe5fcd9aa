import { failedBy } from './judge-accepted.js';
import type { ExchangeReport, Finding } from './self-test-report.js';
import { inWords, isAccepted, isPutOff } from './trial-answer.js';

interface Crowd {
  readonly answers: readonly ExchangeReport[];
  /** To the same notice afterwards, where some had been put off. */
  readonly afterwards: readonly ExchangeReport[];
  /** The partner has said `duplicate_request` to a plain duplicate. */
  readonly tellsDuplicates: boolean;
}

const isDuplicate = ({ reason }: ExchangeReport): boolean => reason === 'duplicate';

const onceAdvice =
  'Claim a booking and kind in one step that only one request can win (a unique key), answer 404 to the others until its work is done, 400 {"code":"duplicate_request"} from then on.';

const countText = (answers: readonly ExchangeReport[]): string => {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(inWords(answer), (counts.get(inWords(answer)) ?? 0) + 1);
  const texts = [...counts].map(([words, count]) => `${count === 1 ? 'once' : `${count} times`} ${words}`);
  // Which came first says nothing: the same answers read the same each time.
  return texts.toSorted().reverse().join(', ');
};

const judgeClaims = (all: readonly ExchangeReport[], tellsDuplicates: boolean, seen: string): Finding => {
  const claims = all.filter(isAccepted).length;
  if (claims === 0)
    return {
      status: 'failed',
      message: `none took it: ${seen}`,
      advice: `One must answer 202. ${onceAdvice}`,
    };
  if (tellsDuplicates && claims > 1)
    return { status: 'failed', message: `${claims} took it for new: ${seen}`, advice: onceAdvice };
  if (tellsDuplicates) return { status: 'passed', message: `one took it: ${seen}` };
  return {
    status: 'not_verified',
    message: `whether it had one effect cannot be seen from outside: ${seen}`,
    advice: 'Answer 400 {"code":"duplicate_request"} to duplicates, and this can be seen.',
  };
};

/** The same notice many times at once must be taken once. */
export const judgeAtOnce = ({ answers, afterwards, tellsDuplicates }: Crowd): Finding => {
  const all = [...answers, ...afterwards];
  const seen = countText(answers);
  const odd = all.find((answer) => !isAccepted(answer) && !isDuplicate(answer) && !isPutOff(answer));
  if (odd !== undefined) return { ...failedBy(odd, 'one of many at once'), advice: onceAdvice };
  const last = afterwards.at(-1);
  if (last !== undefined && isPutOff(last))
    return {
      status: 'failed',
      message: `it was put off to the end: ${seen}`,
      advice:
        'A 404 to a notice that is being worked on must end in 202 or 400 {"code":"duplicate_request"}.',
    };
  return judgeClaims(all, tellsDuplicates || all.some(isDuplicate), seen);
};
