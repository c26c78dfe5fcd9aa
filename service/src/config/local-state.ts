import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { type Static, Type } from 'typebox';
import { makeFolder } from './folder.js';
import { ConfigurationError } from './load.js';
import type { Settings } from './schema.js';

const localStateSchema = Type.Object({
  secretKey: Type.String(),
  operatorToken: Type.String(),
  isDemo: Type.Boolean(),
});
type LocalState = Static<typeof localStateSchema>;
const isLocalState = new Ajv({ strict: false }).compile<LocalState>(localStateSchema);

/** The settings with every open question answered: secrets that were made, and whether this is a demo. */
export interface ResolvedSettings extends Settings {
  readonly PARKING_SECRET_KEY: string;
  readonly PARKING_OPERATOR_TOKEN: string;
  readonly PARKING_DEMO: boolean;
  readonly PARKING_ALLOW_PRIVATE_TARGETS: boolean;
}

const fresh = (isDemo: boolean): LocalState => ({
  secretKey: randomBytes(32).toString('hex'),
  operatorToken: randomBytes(24).toString('hex'),
  isDemo,
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const read = (file: string): LocalState => {
  const state = parse(readFileSync(file, 'utf8'));
  if (!isLocalState(state)) throw new ConfigurationError([`${file} is not what this service wrote there`]);
  return state;
};

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Written beside and linked, so that a kill leaves no file or a whole one, and of two processes that start at once the
 * second does not replace the first one's secrets.
 */
const write = (file: string, state: LocalState): void => {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
    unlinkSync(draft);
  } catch (error) {
    // Not every file system has links.
    if (isThere(error)) unlinkSync(draft);
    else renameSync(draft, file);
  }
};

const isKeptNowhere = (settings: Settings): boolean =>
  settings.PARKING_DATA_DIR === ':memory:' || settings.PARKING_MONGODB_URL !== undefined;

const localStateOf = (settings: Settings): LocalState => {
  const isDemo = settings.PARKING_DEMO ?? settings.PARKING_MONGODB_URL === undefined;
  if (isKeptNowhere(settings)) return fresh(isDemo);
  const file = join(settings.PARKING_DATA_DIR, 'service.json');
  if (existsSync(file)) return read(file);
  try {
    makeFolder(settings.PARKING_DATA_DIR);
    write(file, fresh(isDemo));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError([`PARKING_DATA_DIR ${settings.PARKING_DATA_DIR} cannot be used: ${reason}`]);
  }
  return read(file);
};

/** With the data; where that is kept elsewhere, only the operator can say where. */
const messagesFolder = (settings: Settings): string | undefined => {
  const { PARKING_MESSAGES_DIR: named, PARKING_DATA_DIR: dataDir } = settings;
  return named ?? (isKeptNowhere(settings) ? undefined : join(dataDir, 'messages'));
};

/** Answers what the environment left open from the data directory, making and storing it there on first start. */
export const resolveSettings = (settings: Settings): ResolvedSettings => {
  const state = localStateOf(settings);
  const isDemo = settings.PARKING_DEMO ?? state.isDemo;
  const folder = messagesFolder(settings);
  return Object.freeze({
    ...settings,
    ...(folder !== undefined && { PARKING_MESSAGES_DIR: folder }),
    PARKING_SECRET_KEY: settings.PARKING_SECRET_KEY ?? state.secretKey,
    PARKING_OPERATOR_TOKEN: settings.PARKING_OPERATOR_TOKEN ?? state.operatorToken,
    PARKING_DEMO: isDemo,
    PARKING_ALLOW_PRIVATE_TARGETS: settings.PARKING_ALLOW_PRIVATE_TARGETS ?? isDemo,
  });
};
