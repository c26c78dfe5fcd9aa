import type { Argv } from 'yargs';
import type { ApiVersion } from '../../base/view.js';
import type { ImportFiles } from '../../catalogue/import/import-files.js';
import type { ResolvedSettings } from '../../config/local-state.js';
import type { Report } from '../doctor/report.js';
import { CommandError, createOperatorClient, exitCodes, type OperatorClient } from './operator-client.js';
import { findRunning } from './running-service.js';

export type ServeMode = 'serve' | 'api' | 'worker';

/** The service on storage that no process serves. */
export interface StoppedService {
  readonly importFiles: ImportFiles;
  /** Leaves out the ids that a restored database may have forgotten. */
  readonly skipRestoredIds: () => Promise<AfterRestore>;
  readonly stop: () => Promise<void>;
}

/** The next booking id is above all from before; or who must be stopped first. */
export type AfterRestore =
  | { readonly kind: 'skipped'; readonly nextBookingId: number }
  | { readonly kind: 'in_use'; readonly processes: readonly string[] };

/** What the command line needs from the composition root and the process. */
export interface CliContext {
  /** Of the storage; asking makes nothing. Throws `ConfigurationError`. */
  readonly dataDir: () => string;
  /** With the secrets that are made on first use, in a data directory made for them. Throws `ConfigurationError`. */
  readonly settings: () => ResolvedSettings;
  /** Serves until the process is told to stop. */
  readonly serve: (mode: ServeMode, settings: ResolvedSettings, isJson: boolean) => Promise<void>;
  /** Opens the storage itself, for when no service runs. */
  readonly openStopped: (settings: ResolvedSettings) => Promise<StoppedService>;
  /** Looks at everything where no service runs, at one partner alone if it is named; makes nothing. */
  readonly examineStopped: (partner?: string) => Promise<Report>;
  /** The API's OpenAPI document. */
  readonly describeApi: (dialect: {
    readonly version: ApiVersion;
    readonly curie: string;
  }) => Promise<unknown>;
  /** An environment variable, for secrets that must not stand on a command line. */
  readonly environment: (name: string) => string | undefined;
  /** All of standard input, for the same. */
  readonly readInput: () => Promise<string>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly isTerminal: boolean;
}

export interface GlobalOptions {
  readonly json: boolean;
  readonly url: string | undefined;
  readonly token: string | undefined;
}

export type Parser = Argv<GlobalOptions>;

/** The running service these options mean; `undefined` where none was named and none holds the data directory. */
export const findClient = (context: CliContext, options: GlobalOptions): OperatorClient | undefined => {
  const url = options.url ?? findRunning(context.dataDir())?.url;
  if (url === undefined) return undefined;
  return createOperatorClient({ url, token: options.token ?? context.settings().PARKING_OPERATOR_TOKEN });
};

export const requireClient = (context: CliContext, options: GlobalOptions): OperatorClient => {
  const client = findClient(context, options);
  if (client !== undefined) return client;
  throw new CommandError(
    `No service runs on ${context.dataDir()}. Start one with "parking-service serve", or name one with --url.`,
    exitCodes.unreachable,
  );
};

/** JSON leaves these as they are, and a terminal would obey them: the second set of control characters among them. */
const unsafe = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

export const printJson = (context: Pick<CliContext, 'write'>, value: unknown): void =>
  context.write(`${JSON.stringify(value, null, 2).replaceAll(unsafe, escaped)}\n`);
