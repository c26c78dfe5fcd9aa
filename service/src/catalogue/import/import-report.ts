import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { isZone } from '../../base/zoned-time.js';
import { type ImportMapping, readMapping, usualMapping } from './geojson/mapping.js';
import { ImportFault } from './import-fault.js';
import type { ImportFiles } from './import-files.js';
import type { ImportDefaults } from './location-of-car-park.js';
import { isCurrency } from './place.js';
import { ImportBusy } from './publish.js';
import { type ImportFile, readJson } from './read-json.js';
import { renderReport } from './render-report.js';

/** As the command line gives them. */
export interface ImportArguments {
  /** Paths. */
  readonly files: readonly string[];
  readonly json?: boolean;
  /** Path of a mapping file. */
  readonly mapping?: string;
  readonly ratePlan?: string;
  readonly currency?: string;
  readonly timezone?: string;
  readonly capacity?: number;
}

export interface ImportOutput {
  /** The result; to standard output. */
  readonly print: (text: string) => void;
  /** Progress and faults; to standard error. */
  readonly tell: (text: string) => void;
}

/** 0 imported, 1 a file was refused, 2 wrong arguments, 3 another import is running. Nothing is imported unless 0. */
export type ImportExitCode = 0 | 1 | 2 | 3;

interface RunOptions {
  readonly importFiles: ImportFiles;
  readonly openFile?: (path: string) => AsyncIterable<Uint8Array | string>;
}

class WrongArgument extends Error {
  override readonly name = 'WrongArgument';
}

const defaultsOf = ({ ratePlan, currency, timezone, capacity }: ImportArguments): ImportDefaults => {
  if (currency !== undefined && !isCurrency(currency))
    throw new WrongArgument(`${currency} is no currency known here`);
  if (timezone !== undefined && !isZone(timezone))
    throw new WrongArgument(`${timezone} is no IANA time zone`);
  if (capacity !== undefined && !(Number.isInteger(capacity) && capacity > 0))
    throw new WrongArgument('the capacity must be a whole number above 0');
  return {
    ...(ratePlan === undefined ? {} : { ratePlan }),
    ...(currency === undefined ? {} : { currency }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(capacity === undefined ? {} : { capacity }),
  };
};

/** What is wrong with the arguments, the files aside; `undefined` when nothing is. */
export const argumentFault = (args: ImportArguments): string | undefined => {
  try {
    defaultsOf(args);
    return undefined;
  } catch (error) {
    if (error instanceof WrongArgument) return error.message;
    throw error;
  }
};

const exitCodeOf = (error: unknown): ImportExitCode | undefined => {
  if (error instanceof ImportFault) return 1;
  if (error instanceof WrongArgument) return 2;
  return error instanceof ImportBusy ? 3 : undefined;
};

const isMissingFile = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR');

/** What `parking-service import` does, without the command line around it. */
export const createRunImport = ({ importFiles, openFile = createReadStream }: RunOptions) => {
  /** Opened only when it is read: a stream that fails before anybody listens ends the process. */
  const contentOf = async function* (path: string): AsyncGenerator<Uint8Array | string> {
    yield* openFile(path);
  };
  const fileAt = (path: string): ImportFile => ({ name: basename(path), content: contentOf(path) });

  const mappingAt = async (path: string | undefined): Promise<ImportMapping> =>
    path === undefined ? usualMapping : readMapping(await readJson(fileAt(path)), basename(path));

  const importAll = async (args: ImportArguments, out: ImportOutput): Promise<void> => {
    if (args.files.length === 0) throw new WrongArgument('name at least one file');
    const report = await importFiles({
      files: args.files.map(fileAt),
      mapping: await mappingAt(args.mapping),
      defaults: defaultsOf(args),
      progress: ({ file, done, total }) => {
        if (total > 1000) out.tell(`${file}: ${done} of ${total} features read\n`);
      },
    });
    out.print(args.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : renderReport(report));
  };

  return async (args: ImportArguments, out: ImportOutput): Promise<ImportExitCode> => {
    try {
      await importAll(args, out);
      return 0;
    } catch (error) {
      const code = isMissingFile(error) ? 2 : exitCodeOf(error);
      if (code === undefined || !(error instanceof Error)) throw error;
      out.tell(`${error.message}\nNothing was imported.\n`);
      return code;
    }
  };
};
