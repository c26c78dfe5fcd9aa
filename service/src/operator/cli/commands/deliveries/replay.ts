import { durationText } from '../../../../base/duration-text.js';
import { deliveryStates, noticeKinds } from '../../../../webhooks/deliveries/delivery.js';
import { type CliContext, type Parser, printJson, requireClient } from '../../context.js';
import { renderTable } from '../../table.js';
import { type ReplayDone, replayThrough } from './replay-through.js';

const endedStates = [...deliveryStates.filter((state) => state !== 'open'), 'any'];

const many = (count: number, [one, more]: readonly [string, string]): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

const doneText = (done: ReplayDone): string => {
  const { deliveries, partners, rate_per_second: rate, takes_seconds: seconds } = done;
  if (deliveries === 0) return 'Nothing to send again.\n';
  const what = `${many(deliveries, ['delivery', 'deliveries'])} to ${many(partners.length, ['partner', 'partners'])}`;
  const pace = `${rate} a second to each, in all ${durationText(seconds * 1_000)}`;
  const verb = done.dry_run ? 'Would be sent again' : 'Sent again';
  const last = done.last_due_at === null ? '' : ` The last is due at ${done.last_due_at}.`;
  const left = done.left_alone === 0 ? '' : ` ${done.left_alone} changed meanwhile and were left alone.`;
  const table = renderTable(['partner', 'deliveries'], partners);
  return `${table}\n${verb}: ${what}, ${pace}.${last}${left}\n`;
};

/** `deliveries replay [ID]`: what has ended is sent again, under its own id. */
export const addReplayCommand = (parser: Parser, context: CliContext): Parser =>
  parser.command(
    'replay [id]',
    'Send again what has ended: one delivery, those of a filter, or everything since an instant',
    (command) =>
      command
        .positional('id', { type: 'string', describe: 'One delivery, by booking and kind: 42:create' })
        .option('partner', { type: 'string', describe: 'Only those to this partner' })
        .option('booking', { type: 'number', describe: 'Only those of this booking' })
        .option('kind', { choices: noticeKinds, describe: 'Only notices of this kind' })
        .option('state', {
          type: 'array',
          choices: endedStates,
          describe:
            'Only those in these states (default: refused, unauthorised, abandoned; with --since, --booking, --all or an id: every state, delivered too)',
        })
        .option('since', {
          type: 'string',
          describe: 'Ended since then: a time (2026-11-21T12:00Z) or how long ago (90s, 15min, 2h, 3d)',
        })
        .option('until', { type: 'string', describe: 'Ended before then' })
        .option('all', { type: 'boolean', describe: 'Everything that has ended, ever' })
        .option('rate', { type: 'number', describe: 'So many a second to each partner (default: 10)' })
        .option('dry-run', {
          type: 'boolean',
          default: false,
          describe: 'Say how many it would be and how long it would take; change nothing',
        })
        .option('started-at', {
          type: 'string',
          describe: 'Go on with a replay that was interrupted: what it sent again is not sent twice',
        })
        .example('$0 deliveries replay 42:create', 'one delivery')
        .example('$0 deliveries replay --partner acme --dry-run', 'how many failed')
        .example('$0 deliveries replay --partner acme --state refused', 'after acme mended its endpoint')
        .example('$0 deliveries replay --partner acme --since 2026-11-20T18:00Z', 'acme lost its data'),
    async (options) => {
      const { id, partner, booking, kind, state, since, until, all, rate, startedAt, dryRun } = options;
      const body = {
        ...{ delivery: id, partner, booking, kind, state, since, until, all, rate },
        started_at: startedAt,
      };
      const tell = (text: string): void => {
        if (!options.json) context.writeError(text);
      };
      const done = await replayThrough(requireClient(context, options), {
        body,
        isDryRun: dryRun,
        onLong: (at) => {
          if (!dryRun)
            tell(`Should this be interrupted, the same command with --started-at ${at} goes on.\n`);
        },
        onProgress: (count) => {
          if (context.isTerminal) tell(`\r${count.toLocaleString('en-US')} so far `);
        },
      });
      if (context.isTerminal) tell('\r');
      if (options.json) return printJson(context, done);
      context.write(doneText(done));
    },
  );
