import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type CliContext, findClient, type ImportRequest, type Parser, printJson } from '../context.js';
import { CommandError, exitCodes } from '../operator-client.js';

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      exitCodes.usage,
    );
  }
};

const readMapping = (file: string): unknown => {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      exitCodes.usage,
    );
  }
};

interface ImportOptions {
  readonly files: readonly string[];
  readonly mapping: string | undefined;
  readonly ratePlan: string | undefined;
  readonly currency: string | undefined;
  readonly timezone: string | undefined;
}

const requestOf = (options: ImportOptions): ImportRequest => ({
  files: options.files.map((file) => ({ name: basename(file), text: readText(file) })),
  ...(options.mapping === undefined ? {} : { mapping: readMapping(options.mapping) }),
  defaults: {
    ...(options.ratePlan === undefined ? {} : { ratePlan: options.ratePlan }),
    ...(options.currency === undefined ? {} : { currency: options.currency }),
    ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
  },
});

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
        .example('$0 import garages/*.geojson', 'several files at once, all of them or none')
        .example('$0 import lots.geojson --mapping lots.mapping.json --currency USD', ''),
    async (options) => {
      const request = requestOf({
        files: options.files,
        mapping: options.mapping,
        ratePlan: options.ratePlan,
        currency: options.currency,
        timezone: options.timezone,
      });
      const client = findClient(context, options);
      const report =
        client === undefined
          ? await context.importHere(
              context.settings(),
              request,
              context.isTerminal ? context.writeError : () => undefined,
            )
          : await client.call('POST', '/imports', request);
      if (options.json) return printJson(context, report);
      context.write(renderImport(report));
    },
  );

const renderImport = (report: unknown): string => JSON.stringify(report, null, 2);
