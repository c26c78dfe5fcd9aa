import { deliveryStates, noticeKinds } from '../../../../webhooks/deliveries/delivery.js';
import { rowOf } from '../../answer.js';
import { type CliContext, type Parser, printJson, requireClient } from '../../context.js';
import { addBacklogCommand } from './backlog.js';
import { deliveriesTable, deliveryPage } from './delivery-tables.js';
import { listDeliveries } from './list-deliveries.js';
import { addReplayCommand } from './replay.js';

const pathOf = (id: string): string => `/deliveries/${encodeURIComponent(id)}`;

const describeId = 'Its booking and kind, as in 42:create';

const describeTime = 'a time (2026-11-21T12:00Z) or how long ago (90s, 15min, 2h, 3d)';

/** `deliveries backlog`, `list`, `show`, `resend` and `replay`: the notices, what became of them, and sending them again. */
export const addDeliveryCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('deliveries', 'Notices to partners', (commands) =>
    addReplayCommand(addBacklogCommand(commands, context), context)
      .command(
        'list',
        'List deliveries, those that have been longest in their state first',
        (command) =>
          command
            .option('partner', { type: 'string', describe: 'Whose (default: of all partners)' })
            .option('state', {
              type: 'array',
              choices: [...deliveryStates, 'any'],
              describe: 'In these states (default: open; of a booking: any)',
            })
            .option('kind', { choices: noticeKinds, describe: 'Only notices of this kind' })
            .option('booking', { type: 'number', describe: 'Only those of this booking' })
            .option('older-than', {
              type: 'string',
              conflicts: 'until',
              describe: 'In their state for longer than this (90s, 15min, 2h, 3d)',
            })
            .option('since', { type: 'string', describe: `In their state since then: ${describeTime}` })
            .option('until', { type: 'string', describe: `In their state before then: ${describeTime}` })
            .option('limit', { type: 'number', default: 100, describe: 'At most so many' })
            .option('cursor', { type: 'string', describe: 'Go on where a list ended' })
            .example('$0 deliveries list --partner acme', 'what still waits, and for what')
            .example('$0 deliveries list --older-than 2h', 'what has waited for long, of all partners')
            .example(
              '$0 deliveries list --state refused unauthorised --since 1d',
              'what failed since yesterday',
            )
            .example('$0 deliveries list --booking 42', 'what became of the notices of one booking'),
        async (options) => {
          const {
            partner,
            state,
            kind,
            booking,
            olderThan,
            since,
            until = olderThan,
            limit,
            cursor,
          } = options;
          const query = { partner, state: state?.join(), kind, booking, since, until, cursor };
          const list = await listDeliveries(requireClient(context, options), query, limit);
          if (options.json) return printJson(context, list);
          if (list.deliveries.length > 0) context.write(deliveriesTable(list.deliveries));
          else if (state === undefined && booking === undefined)
            context.write('No such delivery is open; --state any shows those that have ended.\n');
          else context.write('No such delivery.\n');
          if (list.next !== null) context.writeError(`There are more: --cursor ${list.next}\n`);
        },
      )
      .command(
        'show <id>',
        'One delivery with its attempts, and what happens next',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true, describe: describeId })
            .example('$0 deliveries show 42:create', 'by booking and kind'),
        async (options) => {
          const answer = await requireClient(context, options).call('GET', pathOf(options.id));
          if (options.json) return printJson(context, answer);
          context.write(deliveryPage(answer));
        },
      )
      .command(
        'resend <id>',
        'Send a delivery again now, whatever became of it',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true, describe: describeId })
            .example('$0 deliveries resend 42:create', 'do not wait for its schedule'),
        async (options) => {
          const answer = await requireClient(context, options).call('POST', `${pathOf(options.id)}/resend`);
          if (options.json) return printJson(context, answer);
          context.write(deliveriesTable([rowOf(answer)]));
        },
      )
      .demandCommand(1, 'Name a command: deliveries backlog, list, show, resend, replay.'),
  );
