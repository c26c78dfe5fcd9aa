import yargs from 'yargs';
import { addClientCommands } from './commands/clients/clients.js';
import { addCustomerCommands } from './commands/customers.js';
import { addDeliveryCommands } from './commands/deliveries/deliveries.js';
import { addDoctorCommand } from './commands/doctor/doctor.js';
import { addImportCommand } from './commands/import/import.js';
import { addMessageCommands } from './commands/messages.js';
import { addOpenApiCommand } from './commands/openapi.js';
import { addPartnerCommands } from './commands/partners/partners.js';
import { addServeCommands } from './commands/serve.js';
import type { CliContext } from './context.js';
import { CommandError, exitCodes } from './operator-client.js';

/** For some wrong command lines yargs throws an error of its own, for others it only has a message. */
const isFailureOfCommand = (error: Error | undefined): boolean =>
  error !== undefined && error.name !== 'YError';

const inPlainWords = (message: string): string =>
  message.startsWith('Not enough non-option arguments') ? 'An argument is missing.' : message;

const parser = (context: CliContext, argv: readonly string[]) => {
  const base = yargs([...argv])
    .scriptName('parking-service')
    .usage('$0 COMMAND\n\nA parking marketplace: its API, and the notices to its partners.')
    .option('json', {
      type: 'boolean',
      default: false,
      describe: 'Print JSON for programs instead of tables',
      global: true,
    })
    .option('url', {
      type: 'string',
      describe: 'Address of a running service (default: the one that holds the data directory)',
      global: true,
    })
    .option('token', {
      type: 'string',
      describe: 'Operator token (default: PARKING_OPERATOR_TOKEN or the data directory’s)',
      global: true,
    })
    .example('$0 serve', 'start the API and the dispatcher, nothing to install')
    .example('$0 import garages/*.geojson', 'add car parks')
    .example(
      '$0 partners set acme --base-api-url https://acme.example --header X-Api-Key ...',
      'where a partner wants its notices',
    )
    .epilogue(
      'Exit codes: 0 done; 1 refused, or a test, a file or the doctor found a fault; 2 a wrong command line; 3 no service to ask.',
    )
    .demandCommand(1, 'Name a command.')
    .recommendCommands()
    .strict()
    .updateStrings({ 'Did you mean %s?': 'There is no such command. Did you mean %s?' })
    .exitProcess(false)
    .version(false)
    .fail((message, error) => {
      if (isFailureOfCommand(error)) throw error;
      throw new CommandError(`${inPlainWords(message)}\nSee parking-service --help`, exitCodes.usage);
    });
  const commands = [
    addServeCommands,
    addImportCommand,
    addPartnerCommands,
    addClientCommands,
    addCustomerCommands,
    addDeliveryCommands,
    addMessageCommands,
    addDoctorCommand,
    addOpenApiCommand,
  ];
  return commands.reduce((parsed, addCommand) => addCommand(parsed, context), base);
};

/** Runs one command; answers its exit code. Expected failures are written in words, without a stack. */
export const runCli = async (context: CliContext, argv: readonly string[]): Promise<number> => {
  try {
    await parser(context, argv).parseAsync();
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.message !== '') context.writeError(`${error.message}\n`);
    return error instanceof CommandError ? error.exitCode : exitCodes.refused;
  }
};
