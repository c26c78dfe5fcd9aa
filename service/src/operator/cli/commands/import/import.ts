import { resolve } from 'node:path';
import {
  argumentFault,
  createRunImport,
  type ImportArguments,
} from '../../../../catalogue/import/import-report.js';
import type { ResolvedSettings } from '../../../../config/local-state.js';
import { type CliContext, findClient, type Parser, type StoppedService } from '../../context.js';
import { CommandError, exitCodes } from '../../operator-client.js';
import { importThrough } from './import-through.js';

/** On the storage itself, and closed again whatever happens. */
const importStopped = async (
  service: StoppedService,
  args: ImportArguments,
  context: CliContext,
): Promise<number> => {
  try {
    const run = createRunImport({ importFiles: service.importFiles });
    return await run(args, { print: context.write, tell: context.writeError });
  } finally {
    await service.stop();
  }
};

const storageOf = (settings: ResolvedSettings): string =>
  settings.PARKING_MONGODB_URL === undefined ? resolve(settings.PARKING_DATA_DIR) : 'MongoDB';

/** `import FILE...`: through the running service where one holds the data directory, else on the storage itself. */
export const addImportCommand = (parser: Parser, context: CliContext): Parser =>
  parser.command(
    'import <files..>',
    'Import car parks (GeoJSON) or a catalogue',
    (command) =>
      command
        .positional('files', { type: 'string', array: true, demandOption: true })
        .option('mapping', {
          type: 'string',
          describe: 'JSON file that says which property is what (docs/import.md)',
        })
        .option('rate-plan', { type: 'string', describe: 'Rate plan of locations that name none' })
        .option('currency', { type: 'string', describe: 'Currency (default: the one of the country)' })
        .option('timezone', { type: 'string', describe: 'IANA zone (default: from the coordinates)' })
        .option('capacity', {
          type: 'number',
          describe: 'Spaces to sell where a file does not say how many there are',
        })
        .example('$0 import garages/*.geojson', 'several files at once, all of them or none')
        .example('$0 import lots.geojson --mapping lots.mapping.json --currency USD', ''),
    async ({ files, mapping, ratePlan, currency, timezone, capacity, ...options }) => {
      const args: ImportArguments = {
        files,
        json: options.json,
        ...(mapping === undefined ? {} : { mapping }),
        ...(ratePlan === undefined ? {} : { ratePlan }),
        ...(currency === undefined ? {} : { currency }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(capacity === undefined ? {} : { capacity }),
      };
      const fault = argumentFault(args);
      if (fault !== undefined) throw new CommandError(fault, exitCodes.usage);
      const client = findClient(context, options);
      if (client !== undefined) return context.write(await importThrough(client, args));
      context.writeError(`No service runs here: importing straight into ${storageOf(context.settings())}.\n`);
      const code = await importStopped(await context.openStopped(context.settings()), args, context);
      if (code !== 0) throw new CommandError('', code);
    },
  );
