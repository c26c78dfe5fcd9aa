import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { openConnection } from './embedded/connection.js';
import { createEmbeddedDatabase } from './embedded/database.js';

export interface EmbeddedStorage {
  readonly kind: 'embedded';
  /** A folder, made where it is missing; `:memory:` keeps nothing. */
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** For tests: a filter that no declared index serves throws. Default false. */
  readonly requireIndexes?: boolean;
}

export interface MongoStorage {
  readonly kind: 'mongodb';
  readonly url: string;
  /** Default: the one in the URL, else `parking`. */
  readonly databaseName?: string;
}

/** Opens either engine. Throws DataDirectoryInUse where another process holds the folder, the driver's errors where no server answers. */
export const openDatabase = async (storage: EmbeddedStorage | MongoStorage): Promise<Database> => {
  if (storage.kind === 'mongodb') {
    // Loaded on demand: the driver alone is a seventh of the time that a start takes.
    const { openMongoDatabase } = await import('./mongo/database.js');
    return openMongoDatabase(storage);
  }
  return createEmbeddedDatabase({ ...storage, connection: openConnection(storage.dataDir) });
};

/** The engine that the settings choose. */
export const storageOf = (
  settings: { readonly PARKING_DATA_DIR: string; readonly PARKING_MONGODB_URL?: string },
  clock: Pick<Clock, 'now' | 'elapsed'>,
): EmbeddedStorage | MongoStorage =>
  settings.PARKING_MONGODB_URL === undefined
    ? { kind: 'embedded', dataDir: settings.PARKING_DATA_DIR, clock }
    : { kind: 'mongodb', url: settings.PARKING_MONGODB_URL };
