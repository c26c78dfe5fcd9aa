import { rowOf } from '../../answer.js';
import { type CliContext, type Parser, requireClient } from '../../context.js';
import { CommandError, exitCodes } from '../../operator-client.js';
import { overlapSeconds } from '../../overlap-seconds.js';
import { readSecret } from '../../read-secret.js';
import { partnerPath } from './partner-path.js';
import { printPartners } from './print-partner.js';

const describeValue = 'The new value; - reads it from standard input, so that no shell keeps it';

/** `partners rotate ID` and `revoke-old ID`: a new header value while the old one still counts. */
export const addPartnerRotationCommands = (parser: Parser, context: CliContext): Parser =>
  parser
    .command(
      'rotate <id>',
      'Send a new header value; the one before still counts, so that the partner can switch when it likes',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('header-value', { type: 'string', nargs: 1, describe: describeValue })
          .option('from-env', { type: 'string', describe: 'Name of the environment variable that holds it' })
          .option('generate', {
            type: 'boolean',
            default: false,
            describe: 'Make one up; it is shown this once',
          })
          .option('overlap', {
            type: 'string',
            default: '24h',
            describe: 'How long the value before still counts (90m, 24h, 7d); 0 ends it at once',
          })
          .example('$0 partners rotate acme --generate', '')
          .example('$0 partners rotate acme --header-value - < key', ''),
      async ({ id, headerValue, fromEnv, generate, overlap, ...options }) => {
        const value = await readSecret(context, { value: headerValue, fromEnvironment: fromEnv });
        if ((value === undefined) !== generate)
          throw new CommandError(
            'Give the new value by --header-value or --from-env, or have one made by --generate.',
            exitCodes.usage,
          );
        const body = { auth_header_value: value, generate, overlap_seconds: overlapSeconds(overlap) };
        const path = partnerPath(id, 'rotate');
        const answer = rowOf(await requireClient(context, options).call('POST', path, body));
        printPartners(context, options, answer);
        if (generate && !options.json)
          context.write(`\nThe new value, shown this once: ${answer['auth_header_value']}\n`);
      },
    )
    .command(
      'revoke-old <id>',
      'End the overlap of a rotation: the value before is not sent any more',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .example('$0 partners revoke-old acme', 'when it takes the new one'),
      async ({ id, ...options }) => {
        const path = partnerPath(id, 'revoke-old');
        printPartners(context, options, await requireClient(context, options).call('POST', path));
      },
    );
