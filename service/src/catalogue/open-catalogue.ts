import type { Clock } from '../base/clock.js';
import { counterCollection, createCounter, type NextNumber } from '../base/counters.js';
import type { Database } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { catalogueRecordCollection } from './catalogue-record.js';
import { catalogueStateCollection } from './catalogue-state.js';
import { createCatalogue } from './create-catalogue.js';
import { createIdentities, identityCollection, type NumberedKind } from './import/identities.js';
import { createImportFiles, type ImportFiles } from './import/import-files.js';
import { createImportLeases } from './import/import-lease.js';
import { createPublish } from './import/publish.js';
import { createRollEvents } from './roll-events.js';
import type { Catalogue } from './snapshot.js';
import { createCatalogueStore } from './store.js';

export interface OpenCatalogue extends Catalogue {
  /** Imports all the files or none; what it changed is in `snapshot()` afterwards. */
  readonly importFiles: ImportFiles;
  /** Keeps recurring events ahead of `now` (epoch ms); answers how many events changed. For a job, once a day or so. */
  readonly rollEvents: (now: number) => Promise<number>;
}

interface OpenOptions {
  readonly database: Pick<Database, 'collection'>;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
  readonly logger: Pick<Logger, 'warn'>;
  /** Versions written at a time. */
  readonly bulkSize?: number;
}

/** Ids of four digits and more, so that they are not mistaken for counts. */
const firstNumber = 1001;

/** The catalogue over a database: what is visible in memory, and the ways to change it. Call `reload` once before use. */
export const openCatalogue = (options: OpenOptions): OpenCatalogue => {
  const { database, clock, randomHex, logger, bulkSize = 500 } = options;
  const records = database.collection(catalogueRecordCollection);
  const state = database.collection(catalogueStateCollection);
  const counters = database.collection(counterCollection);
  const counter = (kind: NumberedKind): NextNumber =>
    createCounter({
      documents: counters,
      clock,
      name: `catalogue:${kind}`,
      blockSize: 500,
      floor: () => firstNumber,
    });

  const identities = createIdentities({
    documents: database.collection(identityCollection),
    counters: {
      location: counter('location'),
      venue: counter('venue'),
      event: counter('event'),
      seller: counter('seller'),
      review: counter('review'),
    },
  });
  const store = createCatalogueStore({ records, state });
  const leases = createImportLeases({ state, clock, randomHex });
  const publish = createPublish({ store, leases, clock, logger, bulkSize });
  const catalogue = createCatalogue({ store });
  const importFiles = createImportFiles({ publish, identities, clock });
  const rollEvents = createRollEvents({ publish, identities });

  const thenReload = async <Result>(result: Result): Promise<Result> => {
    await catalogue.reload();
    return result;
  };

  return {
    ...catalogue,
    importFiles: async (request) => thenReload(await importFiles(request)),
    rollEvents: async (now) => thenReload(await rollEvents(now)),
  };
};
