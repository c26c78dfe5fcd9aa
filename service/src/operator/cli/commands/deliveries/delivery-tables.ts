import { type Row, rowOf, rowsOf } from '../../answer.js';
import { secondsText } from '../../seconds-text.js';
import { printable, renderTable } from '../../table.js';

const columns = ['id', 'partner', 'state', 'for', 'attempts', 'last', 'due', 'waits_for'];
const attemptColumns = ['n', 'at', 'took', 'status', 'reason', 'by', 'header', 'next_at', 'answer'];
const answerLength = 60;

const tabled = (delivery: Row): Row => ({ ...delivery, for: secondsText(delivery['age_seconds']) });

export const deliveriesTable = (deliveries: readonly Row[]): string =>
  renderTable(columns, deliveries.map(tabled));

const startOf = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined;
  return text.length > answerLength ? `${text.slice(0, answerLength)}…` : text;
};

const attemptRow = (attempt: Row): Row => ({
  ...attempt,
  took: `${attempt['duration_ms']} ms`,
  by: attempt['is_manual'] === true ? 'hand' : 'schedule',
  answer: startOf(attempt['body_excerpt'] ?? attempt['detail']),
});

const gapLine = ({ from, to, text }: Row): string =>
  from === to ? `Attempt ${from} is missing: ${text}.` : `Attempts ${from} to ${to} are missing: ${text}.`;

/** A delivery, what happens next, its attempts and what is missing among them. */
export const deliveryPage = (answer: unknown): string => {
  const { attempts, attempt_count: count, missing_attempts: missing, ...delivery } = rowOf(answer);
  const made = rowsOf(attempts);
  return [
    deliveriesTable([{ ...delivery, attempts: count }]),
    `\n${printable(String(delivery['what_next']))}\n`,
    made.length === 0 ? '' : `\n${renderTable(attemptColumns, made.map(attemptRow))}`,
    ...rowsOf(missing).map((gap) => `\n${printable(gapLine(gap))}\n`),
  ].join('');
};
