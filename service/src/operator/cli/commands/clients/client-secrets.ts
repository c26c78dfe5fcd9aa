import { type CliContext, type Parser, requireClient } from '../../context.js';
import { overlapSeconds } from '../../overlap-seconds.js';
import { clientPath } from './client-path.js';
import { printClient, printWithSecret } from './print-client.js';

/** `clients rotate ID` and `revoke-secret ID SECRET`: a second secret, and the end of one. */
export const addClientSecretCommands = (parser: Parser, context: CliContext): Parser =>
  parser
    .command(
      'rotate <id>',
      'Make a second secret, shown this once; the one before ends after the overlap',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('overlap', {
            type: 'string',
            default: '24h',
            describe: 'How long the secret before still counts (90m, 24h, 7d); 0 ends it at once',
          })
          .example('$0 clients rotate 8f14e45fceea167a', 'a day to change over')
          .example('$0 clients rotate 8f14e45fceea167a --overlap 0', 'the secret has leaked'),
      async ({ id, overlap, ...options }) => {
        const body = { overlap_seconds: overlapSeconds(overlap) };
        const client = requireClient(context, options);
        printWithSecret(context, options, await client.call('POST', clientPath(id, 'secrets'), body));
      },
    )
    .command(
      'revoke-secret <id> <secret>',
      'End one of two live secrets at once, by the id that the list shows',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .positional('secret', { type: 'string', demandOption: true })
          .example('$0 clients revoke-secret 8f14e45fceea167a 1a2b3c4d', 'nobody uses it any more'),
      async ({ id, secret, ...options }) => {
        const client = requireClient(context, options);
        printClient(context, options, await client.call('DELETE', clientPath(id, 'secrets', secret)));
      },
    );
