import { messageStates } from '../../../messages/message.js';
import { rowsOf } from '../answer.js';
import { type CliContext, type Parser, printJson, requireClient } from '../context.js';
import { printTable, printWithAttempts } from '../print-answer.js';
import { renderTable } from '../table.js';

const columns = ['id', 'state', 'to', 'template', 'attempts', 'last', 'due', 'age_seconds'];
const attemptColumns = ['n', 'at', 'duration_ms', 'outcome', 'detail'];

const printRow = printTable(columns);
const printShown = printWithAttempts(columns, attemptColumns);

const pathOf = (id: string): string => `/messages/${encodeURIComponent(id)}`;

/** `messages list`, `messages show ID` and `messages resend ID`: mails and texts to people, and what became of them. */
export const addMessageCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('messages', 'Mails and texts to people', (commands) =>
    commands
      .command(
        'list',
        'List messages in one state, in the order they are due',
        (command) =>
          command
            .option('state', { choices: messageStates, default: 'waiting', describe: 'In this state' })
            .option('limit', { type: 'number', default: 100, describe: 'At most so many' })
            .example('$0 messages list --state failed', 'what could not be sent'),
        async (options) => {
          const { state, limit } = options;
          const query = new URLSearchParams({ state, limit: String(limit) });
          const answer = await requireClient(context, options).call('GET', `/messages?${query}`);
          if (options.json) return printJson(context, answer);
          const rows = rowsOf(answer);
          context.write(rows.length > 0 ? renderTable(columns, rows) : `No message is ${state}.\n`);
        },
      )
      .command(
        'show <id>',
        'One message with its attempts; what it says is not shown',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true })
            .example('$0 messages show booking:42:confirmation', ''),
        async (options) =>
          printShown(context, options, await requireClient(context, options).call('GET', pathOf(options.id))),
      )
      .command(
        'resend <id>',
        'Send a message again now, whatever became of it',
        (command) => command.positional('id', { type: 'string', demandOption: true }),
        async (options) => {
          const path = `${pathOf(options.id)}/resend`;
          printRow(context, options, await requireClient(context, options).call('POST', path));
        },
      )
      .demandCommand(1, 'Name a command: messages list, messages show, messages resend.'),
  );
