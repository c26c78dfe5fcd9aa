import { after, before, beforeEach } from 'node:test';
import type { Documents, Filter } from '../../src/base/documents.js';
import type { TestDatabase } from './open-test-database.js';
import { type Thing, thingCollection } from './thing.js';

export const idsOf = (things: readonly Thing[]): (string | number)[] => things.map(({ _id }) => _id);

/** What the cases of the contract act on: one database for all of them, emptied before each. */
export interface Stage {
  readonly database: TestDatabase;
  readonly things: Documents<Thing>;
  /** The ids of what matches, in order. */
  readonly found: (filter: Filter<Thing>) => Promise<(string | number)[]>;
}

/** To be called within a `describe`; the database is there once its tests run. */
export const setStage = (open: () => Promise<TestDatabase>): Stage => {
  let database: TestDatabase;
  let things: Documents<Thing>;
  before(async () => {
    database = await open();
    things = database.collection(thingCollection);
    await database.ensureIndexes();
  });
  beforeEach(async () => {
    await things.deleteMany({});
  });
  after(() => database.close());
  return {
    get database() {
      return database;
    },
    get things() {
      return things;
    },
    found: async (filter) => idsOf(await things.find(filter, { sort: { _id: 1 } }).toArray()),
  };
};
