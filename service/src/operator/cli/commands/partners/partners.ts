import { type CliContext, type Parser, requireClient } from '../../context.js';
import { readSecret } from '../../read-secret.js';
import { partnerPath } from './partner-path.js';
import { addPartnerRotationCommands } from './partner-rotation.js';
import { addPartnerStateCommands } from './partner-state.js';
import { addPartnerTestCommands } from './partner-test.js';
import { printPartner, printPartners } from './print-partner.js';

/** `partners list`, `show ID` and `set ID`. */
const addRegistryCommands = (parser: Parser, context: CliContext): Parser =>
  parser
    .command(
      'list',
      'List the partners: whether their notices go, and what waits',
      (command) => command,
      async (options) => {
        printPartners(context, options, await requireClient(context, options).call('GET', '/partners'));
      },
    )
    .command(
      'show <id>',
      'All that is known of one partner',
      (command) => command.positional('id', { type: 'string', demandOption: true }),
      async ({ id, ...options }) => {
        printPartner(context, options, await requireClient(context, options).call('GET', partnerPath(id)));
      },
    )
    .command(
      'set <id>',
      'Create a partner, or change where it is told',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .option('name', { type: 'string', describe: 'For people (a new one’s default: its id)' })
          .option('base-api-url', { type: 'string', describe: "The partner's base address" })
          .option('create-path', {
            type: 'string',
            describe: "Path for create notices; 'none' for no notices",
          })
          .option('cancel-path', {
            type: 'string',
            describe: "Path for cancel notices; 'none' for no notices",
          })
          .option('concurrency', { type: 'number', describe: 'Notices on their way at one time' })
          .option('header', {
            type: 'string',
            nargs: 2,
            describe:
              'Name and value of the authorization header, needed with the address; - reads the value from standard input. It takes the old one’s place at once: of an endpoint in use see rotate',
            // Not as an array: that takes a lone - for the end of its values.
            coerce: (given: unknown): readonly string[] => (Array.isArray(given) ? given.map(String) : []),
          })
          .example(
            '$0 partners set acme --base-api-url https://acme.example --create-path /bookings/create --cancel-path /bookings/cancel --header X-Api-Key - < key',
            '',
          ),
      async ({ id, name, concurrency, ...options }) => {
        const [headerKey, headerValue] = options.header ?? [];
        const body = {
          name,
          base_api_url: options.baseApiUrl,
          create_booking_endpoint: options.createPath,
          cancel_booking_endpoint: options.cancelPath,
          auth_header_key: headerKey,
          auth_header_value: await readSecret(context, { value: headerValue }),
          concurrency,
        };
        const client = requireClient(context, options);
        printPartners(context, options, await client.call('PUT', partnerPath(id), body));
      },
    );

const groups = [
  addRegistryCommands,
  addPartnerTestCommands,
  addPartnerStateCommands,
  addPartnerRotationCommands,
];

/** Partners, their endpoints, and whether their notices go. */
export const addPartnerCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('partners', 'Partners and their endpoints', (commands) =>
    groups
      .reduce((parsed, addGroup) => addGroup(parsed, context), commands)
      .demandCommand(
        1,
        'Name a command: partners list, show, set, test, report, override, pause, resume, close-breaker, rotate, revoke-old.',
      ),
  );
