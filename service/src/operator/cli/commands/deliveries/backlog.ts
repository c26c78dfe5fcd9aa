import { type Row, rowOf, rowsOf } from '../../answer.js';
import { type CliContext, type Parser, printJson, requireClient } from '../../context.js';
import { secondsText } from '../../seconds-text.js';
import { renderTable } from '../../table.js';
import { waitingText } from '../../waiting-text.js';

const columns = ['partner', 'state', 'open', 'due', 'in_flight', 'oldest_waiting', 'last_answer'];

const answerText = (answer: unknown): string => {
  if (answer === null) return '';
  const { status, reason, at } = rowOf(answer);
  return status === null ? `none (${reason}) at ${at}` : `${status} ${reason} at ${at}`;
};

const tabled = (row: Row): Row => ({
  ...row,
  open: waitingText(row['open']),
  due: waitingText(row['due']),
  oldest_waiting: secondsText(row['oldest_waiting_seconds']),
  last_answer: answerText(row['last_answer']),
});

/** `deliveries backlog`: what waits at each partner. */
export const addBacklogCommand = (parser: Parser, context: CliContext): Parser =>
  parser.command(
    'backlog',
    'What waits at each partner, the one that has kept a notice waiting longest first',
    (command) =>
      command
        .option('partner', { type: 'string', describe: 'Only this partner' })
        .example('$0 deliveries backlog', 'where to look first'),
    async (options) => {
      const query = options.partner === undefined ? '' : `?partner=${encodeURIComponent(options.partner)}`;
      const answer = await requireClient(context, options).call('GET', `/backlog${query}`);
      if (options.json) return printJson(context, answer);
      const rows = rowsOf(answer);
      context.write(rows.length > 0 ? renderTable(columns, rows.map(tabled)) : 'There are no partners.\n');
    },
  );
