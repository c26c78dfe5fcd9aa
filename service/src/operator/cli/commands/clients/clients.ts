import { scopes } from '../../../../base/caller.js';
import { permissions } from '../../../../oauth/clients/permission.js';
import type { Row } from '../../answer.js';
import { type CliContext, type GlobalOptions, type Parser, printJson, requireClient } from '../../context.js';
import { clientPath } from './client-path.js';
import { addClientSecretCommands } from './client-secrets.js';
import { printClient, printWithSecret } from './print-client.js';

const describePermissions =
  'What it may do beyond tokens of its own: act for customers, get tokens without a secret';
const describeRedirects = 'Addresses that codes may be sent to, as requests will write them';

/** `clients list`, `show`, `add`, `set` and `delete`. */
const addRegistryCommands = (parser: Parser, context: CliContext): Parser => {
  const answer = async (
    options: GlobalOptions,
    print: typeof printClient,
    request: readonly [method: string, path: string, body?: Row],
  ): Promise<void> => {
    print(context, options, await requireClient(context, options).call(...request));
  };

  return parser
    .command(
      'list',
      'List the clients with the ids of their live secrets',
      (command) => command.example('$0 clients list', ''),
      (options) => answer(options, printClient, ['GET', '/clients']),
    )
    .command(
      'show <id>',
      'One client',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .example('$0 clients show 8f14e45fceea167a', 'by the id that the list shows'),
      ({ id, ...options }) => answer(options, printClient, ['GET', clientPath(id)]),
    )
    .command(
      'add <name>',
      'Register a client; its secret is shown this once',
      (command) =>
        command
          .positional('name', { type: 'string', demandOption: true })
          .option('partner', {
            type: 'string',
            describe: 'The partner that owns it; its bookings are attributed to that partner',
          })
          .option('scopes', {
            type: 'array',
            choices: scopes,
            default: ['public'],
            describe: 'What its tokens may ask for',
          })
          .option('permissions', { type: 'array', choices: permissions, describe: describePermissions })
          .option('redirect-uris', { type: 'array', string: true, describe: describeRedirects })
          .example('$0 clients add acme-app --partner acme --scopes public partner', '')
          .example(
            '$0 clients add acme-site --permissions authorize --redirect-uris https://acme.example/callback',
            '',
          ),
      ({ name, partner, scopes: wanted, permissions: allowed, redirectUris, ...options }) => {
        const body = {
          name,
          partner,
          scopes: wanted,
          permissions: allowed,
          redirect_uris: redirectUris,
        };
        return answer(options, printWithSecret, ['POST', '/clients', body]);
      },
    )
    .command(
      'set <id>',
      'Change a client; a list takes the place of the one before, and without values empties it',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('name', { type: 'string', describe: 'For people' })
          .option('scopes', { type: 'array', choices: scopes, describe: 'What its tokens may ask for' })
          .option('permissions', { type: 'array', choices: permissions, describe: describePermissions })
          .option('redirect-uris', { type: 'array', string: true, describe: describeRedirects })
          .example('$0 clients set 8f14e45fceea167a --scopes public', 'its tokens lose the other scopes')
          .example('$0 clients set 8f14e45fceea167a --redirect-uris', 'none any more'),
      ({ id, name, scopes: wanted, permissions: allowed, redirectUris, ...options }) => {
        const body = { name, scopes: wanted, permissions: allowed, redirect_uris: redirectUris };
        return answer(options, printClient, ['PUT', clientPath(id), body]);
      },
    )
    .command(
      'delete <id>',
      'Delete a client; its tokens end with it',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .example('$0 clients delete 8f14e45fceea167a', 'for good: its id is never given again'),
      async ({ id, ...options }) => {
        await requireClient(context, options).call('DELETE', clientPath(id));
        if (options.json) return printJson(context, { client_id: id, deleted: true });
        context.write(`The client ${id} is deleted.\n`);
      },
    );
};

/** The OAuth clients, and their secrets. */
export const addClientCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('clients', 'OAuth clients', (commands) =>
    addClientSecretCommands(addRegistryCommands(commands, context), context).demandCommand(
      1,
      'Name a command: clients list, show, add, set, delete, rotate, revoke-secret.',
    ),
  );
