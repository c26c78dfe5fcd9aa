import { type Row, rowOf, rowsOf } from '../../answer.js';
import { type CliContext, type GlobalOptions, printJson } from '../../context.js';
import { secondsText } from '../../seconds-text.js';
import { printable, renderTable } from '../../table.js';
import { waitingText } from '../../waiting-text.js';

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

const nextText = ({ next_step: next }: Row): string =>
  typeof next === 'string' ? `\nNext: ${printable(next)}\n` : '';

const mostSteps = 10;

/** What to do next for each of many. */
const nextTexts = (partners: readonly Row[]): string => {
  const asking = partners.filter(({ next_step: next }) => typeof next === 'string');
  const lines = asking
    .slice(0, mostSteps)
    .map(({ id, next_step: next }) => printable(`Next for ${id}: ${next}`));
  const more =
    asking.length > mostSteps ? [`And for ${asking.length - mostSteps} more: partners show ID`] : [];
  return asking.length === 0 ? '' : `\n${[...lines, ...more].join('\n')}\n`;
};

const partnersText = (partners: readonly Row[]): string =>
  partners.length === 0
    ? 'There are no partners: see parking-service partners set --help\n'
    : renderTable(columns, partners.map(tabled)) + nextTexts(partners);

/** A table of partners, and what to do next. */
export const printPartners = (context: CliContext, { json }: PrintOptions, answer: unknown): void => {
  if (json) printJson(context, answer);
  else if (Array.isArray(answer)) context.write(partnersText(rowsOf(answer)));
  else context.write(renderTable(columns, [tabled(rowOf(answer))]) + nextText(rowOf(answer)));
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
