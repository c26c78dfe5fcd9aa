import type { CollectionSpec, Database, Documents, StoredDocument } from '#service/base/documents.js';
import { describeDocuments } from '#service-test/storage/documents-contract.js';
import { describeRandomly } from '#service-test/storage/documents-random.js';
import type { TestDatabase } from '#service-test/storage/open-test-database.js';
import { createRows } from './rows.js';
import { type Carry, createSimulatedDocuments } from './simulated-documents.js';

/** Every call is carried out in the order of asking, others' calls coming in wherever it lets them. */
const carryInTurns: Carry = async (_call, open) => {
  const steps = open();
  for (;;) {
    await undefined;
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

const openSimulated = async (): Promise<TestDatabase> => {
  const database: Database = {
    engine: 'mongodb',
    collection: <T extends StoredDocument>({ name }: CollectionSpec<T>): Documents<T> =>
      createSimulatedDocuments(createRows<T>(name), carryInTurns),
    ensureIndexes: async () => undefined,
    serverNow: async () => 1,
    ping: async () => undefined,
    inspect: async () => {
      throw new Error('nobody looks at it');
    },
    close: async () => undefined,
  };
  return { ...database, server: 'simulated', isAtomic: true, gaps: new Set() };
};

describeDocuments('the simulated store', openSimulated);
describeRandomly('the simulated store', { open: openSimulated, runs: 200 });
