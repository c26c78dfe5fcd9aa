import { type CliContext, type Parser, requireClient } from '../context.js';
import { printTable } from '../print-answer.js';

const columns = [
  'id',
  'name',
  'state',
  'base_api_url',
  'create_booking_endpoint',
  'cancel_booking_endpoint',
  'auth_header_key',
  'paused',
];

const print = printTable(columns);

const pathOf = (id: string): string => `/partners/${encodeURIComponent(id)}`;

/** `partners list`, `set ID`, `override ID` and `resume ID`. */
export const addPartnerCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('partners', 'Partners and their endpoints', (commands) =>
    commands
      .command(
        'list',
        'List the partners',
        (command) => command,
        async (options) => {
          print(context, options, await requireClient(context, options).call('GET', '/partners'));
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
              describe: 'Name and value of the authorization header; needed with the address',
              array: true,
            })
            .example(
              '$0 partners set acme --base-api-url https://acme.example --create-path /bookings/create --cancel-path /bookings/cancel --header X-Api-Key s3cret',
              '',
            ),
        async (options) => {
          const [headerKey, headerValue] = options.header ?? [];
          const body = {
            name: options.name,
            base_api_url: options.baseApiUrl,
            create_booking_endpoint: options.createPath,
            cancel_booking_endpoint: options.cancelPath,
            auth_header_key: headerKey,
            auth_header_value: headerValue,
            concurrency: options.concurrency,
          };
          print(
            context,
            options,
            await requireClient(context, options).call('PUT', pathOf(options.id), body),
          );
        },
      )
      .command(
        'override <id>',
        'Let notices go to an endpoint that has not passed its self test',
        (command) =>
          command
            .positional('id', { type: 'string', demandOption: true })
            .option('by', { type: 'string', demandOption: true, describe: 'Your name: it is kept' })
            .example('$0 partners override acme --by "Ann, on call"', ''),
        async (options) => {
          const path = `${pathOf(options.id)}/override`;
          const body = { by: options.by };
          print(context, options, await requireClient(context, options).call('POST', path, body));
        },
      )
      .command(
        'resume <id>',
        'Send again to a partner whose endpoint was paused',
        (command) =>
          command.positional('id', { type: 'string', demandOption: true }).option('resend-refused', {
            type: 'boolean',
            default: false,
            describe: 'Also what was answered 401 before',
          }),
        async (options) => {
          const body = { resend_refused: options.resendRefused };
          const path = `${pathOf(options.id)}/resume`;
          print(context, options, await requireClient(context, options).call('POST', path, body));
        },
      )
      .demandCommand(1, 'Name a command: partners list, set, override, resume.'),
  );
