import { deliveryStates } from '../../../webhooks/deliveries/delivery.js';
import { rowsOf } from '../answer.js';
import { type CliContext, type Parser, printJson, requireClient } from '../context.js';
import { printTable, printWithAttempts } from '../print-answer.js';
import { renderTable } from '../table.js';

const columns = ['id', 'partner', 'state', 'attempts', 'last', 'due', 'created_at'];
const attemptColumns = ['n', 'at', 'duration_ms', 'status', 'reason', 'next_at'];

const printRow = printTable(columns);
const printShown = printWithAttempts(columns, attemptColumns);

const pathOf = (id: string): string => `/deliveries/${encodeURIComponent(id)}`;

/** `deliveries list`, `deliveries show ID` and `deliveries resend ID`: the notices and what became of them. */
export const addDeliveryCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('deliveries', 'Notices to partners', (commands) =>
    commands
      .command(
        'list',
        "List a partner's deliveries in one state, in the order they are due",
        (command) =>
          command
            .option('state', { choices: deliveryStates, default: 'open', describe: 'In this state' })
            .option('partner', { type: 'string', demandOption: true, describe: 'Whose' })
            .option('limit', { type: 'number', default: 100, describe: 'At most so many' })
            .example('$0 deliveries list --state open --partner acme', 'what still waits'),
        async (options) => {
          const { partner, state, limit } = options;
          const query = new URLSearchParams({ partner, state, limit: String(limit) });
          const answer = await requireClient(context, options).call('GET', `/deliveries?${query}`);
          if (options.json) return printJson(context, answer);
          const rows = rowsOf(answer);
          if (rows.length > 0) return context.write(renderTable(columns, rows));
          // Refused where there is no such partner.
          await requireClient(context, options).call('GET', `/partners/${encodeURIComponent(partner)}`);
          context.write(`No delivery to ${partner} is ${state}.\n`);
        },
      )
      .command(
        'show <id>',
        'One delivery with its attempts',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true })
            .example('$0 deliveries show 42:create', ''),
        async (options) =>
          printShown(context, options, await requireClient(context, options).call('GET', pathOf(options.id))),
      )
      .command(
        'resend <id>',
        'Send a delivery again now, whatever became of it',
        (command) => command.positional('id', { type: 'string', demandOption: true }),
        async (options) => {
          const path = `${pathOf(options.id)}/resend`;
          printRow(context, options, await requireClient(context, options).call('POST', path));
        },
      )
      .demandCommand(1, 'Name a command: deliveries list, deliveries show, deliveries resend.'),
  );
