import { type CliContext, type Parser, requireClient } from '../../context.js';
import { partnerPath } from './partner-path.js';
import { printPartners } from './print-partner.js';

/** `partners override ID`, `pause ID`, `resume ID` and `close-breaker ID`. */
export const addPartnerStateCommands = (parser: Parser, context: CliContext): Parser =>
  parser
    .command(
      'override <id>',
      'Let notices go to an endpoint that has not passed its self test',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('by', { type: 'string', demandOption: true, describe: 'Your name: it is kept' })
          .example('$0 partners override acme --by "Ann, on call"', ''),
      async ({ id, by, ...options }) => {
        const path = partnerPath(id, 'override');
        printPartners(context, options, await requireClient(context, options).call('POST', path, { by }));
      },
    )
    .command(
      'pause <id>',
      'Let the notices to a partner wait; none is lost',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('reason', { type: 'string', demandOption: true, describe: 'Shown until somebody resumes' })
          .example('$0 partners pause acme --reason "they move house until noon"', ''),
      async ({ id, reason, ...options }) => {
        const path = partnerPath(id, 'pause');
        printPartners(context, options, await requireClient(context, options).call('POST', path, { reason }));
      },
    )
    .command(
      'resume <id>',
      'Send again to a partner whose endpoint was paused',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('resend-refused', {
            type: 'boolean',
            default: false,
            describe: 'Also what was answered 401 before',
          })
          .example('$0 partners resume acme --resend-refused', 'after the header was put right'),
      async ({ id, resendRefused, ...options }) => {
        const path = partnerPath(id, 'resume');
        const body = { resend_refused: resendRefused };
        printPartners(context, options, await requireClient(context, options).call('POST', path, body));
      },
    )
    .command(
      'close-breaker <id>',
      'Send again at once to a partner that did not answer or had asked for a pause',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .example('$0 partners close-breaker acme', 'when they say that they are back'),
      async ({ id, ...options }) => {
        const path = partnerPath(id, 'breaker/close');
        printPartners(context, options, await requireClient(context, options).call('POST', path, {}));
      },
    );
