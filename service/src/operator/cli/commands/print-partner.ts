import { type Row, rowOf, rowsOf } from '../answer.js';
import { type CliContext, type GlobalOptions, printJson } from '../context.js';
import { secondsText } from '../seconds-text.js';
import { renderTable } from '../table.js';
import { waitingText } from '../waiting-text.js';

const columns = [
  'id',
  'name',
  'state',
  'base_api_url',
  'waiting',
  'oldest',
  '401s',
  'old_header',
  'last_test',
  'paused',
];

type PrintOptions = Pick<GlobalOptions, 'json'>;

/** A member of the answer that is a record, or nothing. */
const within = (row: Row, name: string): Row => {
  const value = row[name];
  return typeof value === 'object' && value !== null ? rowOf(value) : {};
};

const oldHeaderText = (partner: Row): string => {
  const { uses, last_used_at: lastUsedAt, is_alive: isAlive } = within(partner, 'previous_header');
  if (uses === undefined) return '';
  const used = uses === 0 ? 'not used' : `used ${uses}, last ${lastUsedAt}`;
  return isAlive === true ? used : `ended, ${used}`;
};

/** A partner as one row of a table. */
const tabled = (partner: Row): Row => {
  const { open, oldest_waiting_seconds: oldest } = within(partner, 'backlog');
  return {
    ...partner,
    waiting: waitingText(open),
    oldest: secondsText(oldest),
    '401s': partner['unauthorised_in_row'],
    old_header: oldHeaderText(partner),
    last_test: within(partner, 'last_test')['state'],
  };
};

const nextText = ({ next_step: next }: Row): string => (typeof next === 'string' ? `\nNext: ${next}\n` : '');

/** A table of partners; of one alone, also what to do next. */
export const printPartners = (context: CliContext, { json }: PrintOptions, answer: unknown): void => {
  const isList = Array.isArray(answer);
  const partners = isList ? rowsOf(answer) : [rowOf(answer)];
  const next = isList ? '' : nextText(rowOf(answer));
  if (json) printJson(context, answer);
  else context.write(renderTable(columns, partners.map(tabled)) + next);
};

const flat = (row: Row, prefix = ''): readonly Row[] =>
  Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(rowOf(value), `${prefix}${name}.`)
      : [{ field: prefix + name, value }],
  );

/** All that is known of one partner, a line each. */
export const printPartner = (context: CliContext, { json }: PrintOptions, answer: unknown): void => {
  const { next_step: _, ...partner } = rowOf(answer);
  if (json) printJson(context, answer);
  else context.write(renderTable(['field', 'value'], flat(partner)) + nextText(rowOf(answer)));
};
