import { scopes } from '../../../base/caller.js';
import { rowsOf } from '../answer.js';
import { type CliContext, type Parser, printJson, requireClient } from '../context.js';
import { renderTable } from '../table.js';

const columns = ['client_id', 'name', 'partner', 'scopes'];

/** `clients list` and `clients add NAME`: the OAuth clients. */
export const addClientCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('clients', 'OAuth clients', (commands) =>
    commands
      .command(
        'list',
        'List the clients',
        (command) => command,
        async (options) => {
          const answer = await requireClient(context, options).call('GET', '/clients');
          if (options.json) return printJson(context, answer);
          context.write(renderTable(columns, rowsOf(answer)));
        },
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
            .example('$0 clients add acme-app --partner acme --scopes public partner', ''),
        async (options) => {
          const { name, partner } = options;
          const body = { name, scopes: options.scopes, ...(partner === undefined ? {} : { partner }) };
          const answer = await requireClient(context, options).call('POST', '/clients', body);
          if (options.json) return printJson(context, answer);
          context.write(renderTable(['client_id', 'client_secret', 'partner', 'scopes'], rowsOf([answer])));
        },
      )
      .demandCommand(1, 'Name a command: clients list, clients add.'),
  );
