import { scopes } from '../../../base/caller.js';
import { permissions } from '../../../oauth/clients/permission.js';
import { type Row, rowsOf } from '../answer.js';
import { type CliContext, type GlobalOptions, type Parser, printJson, requireClient } from '../context.js';
import { overlapSeconds } from '../overlap-seconds.js';
import { printTable } from '../print-answer.js';

const columns = ['client_id', 'name', 'partner', 'scopes', 'permissions', 'redirect_uris', 'secrets'];
const onceColumns = ['client_id', 'client_secret', ...columns.slice(1)];

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const secretTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? rowsOf(value) : []).map(({ id, ends_at: endsAt }) =>
    endsAt === null ? String(id) : `${id} (until ${endsAt})`,
  );

/** A client as one row of a table. */
const tabled = (client: Row): Row => ({
  ...client,
  redirect_uris: textsIn(client['redirect_uris']).join(' '),
  secrets: secretTexts(client['secrets']).join(', '),
});

const print = printTable(columns, tabled);
const printOnce = printTable(onceColumns, tabled);

const pathOf = (id: string): string => `/clients/${encodeURIComponent(id)}`;

const describePermissions =
  'What it may do beyond tokens of its own: act for customers, get tokens without a secret';
const describeRedirects = 'Addresses that codes may be sent to, as requests will write them';

/** `clients list`, `show`, `add`, `set`, `rotate`, `revoke-secret` and `delete`: the OAuth clients. */
export const addClientCommands = (parser: Parser, context: CliContext): Parser => {
  const answerWith = async (
    options: GlobalOptions,
    show: typeof print,
    request: readonly [method: string, path: string, body?: Row],
  ): Promise<void> => {
    show(context, options, await requireClient(context, options).call(...request));
  };

  return parser.command('clients', 'OAuth clients', (commands) =>
    commands
      .command(
        'list',
        'List the clients with the ids of their live secrets',
        (command) => command.example('$0 clients list', ''),
        (options) => answerWith(options, print, ['GET', '/clients']),
      )
      .command(
        'show <id>',
        'One client',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true })
            .example('$0 clients show 8f14e45fceea167a', 'by the id that the list shows'),
        ({ id, ...options }) => answerWith(options, print, ['GET', pathOf(id)]),
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
          return answerWith(options, printOnce, ['POST', '/clients', body]);
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
          return answerWith(options, print, ['PUT', pathOf(id), body]);
        },
      )
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
        async ({ id, overlap, ...options }) =>
          answerWith(options, printOnce, [
            'POST',
            `${pathOf(id)}/secrets`,
            { overlap_seconds: overlapSeconds(overlap) },
          ]),
      )
      .command(
        'revoke-secret <id> <secret>',
        'End one of two live secrets at once, by the id that the list shows',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true })
            .positional('secret', { type: 'string', demandOption: true })
            .example('$0 clients revoke-secret 8f14e45fceea167a 1a2b3c4d', 'nobody uses it any more'),
        ({ id, secret, ...options }) =>
          answerWith(options, print, ['DELETE', `${pathOf(id)}/secrets/${encodeURIComponent(secret)}`]),
      )
      .command(
        'delete <id>',
        'Delete a client; its tokens end with it',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true })
            .example('$0 clients delete 8f14e45fceea167a', 'for good: its id is never given again'),
        async ({ id, ...options }) => {
          await requireClient(context, options).call('DELETE', pathOf(id));
          if (options.json) return printJson(context, { client_id: id, deleted: true });
          context.write(`The client ${id} is deleted.\n`);
        },
      )
      .demandCommand(1, 'Name a command: clients list, show, add, set, rotate, revoke-secret, delete.'),
  );
};
