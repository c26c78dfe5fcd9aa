import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../src/base/documents.js';
import { randomHex, sellerId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import { catalogueRecordCollection } from '../../src/catalogue/catalogue-record.js';
import { catalogueStateCollection } from '../../src/catalogue/catalogue-state.js';
import { createImportLeases } from '../../src/catalogue/import/import-lease.js';
import { createPublish } from '../../src/catalogue/import/publish.js';
import type { CatalogueSnapshot } from '../../src/catalogue/snapshot.js';
import { type CatalogueStore, createCatalogueStore } from '../../src/catalogue/store.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { type Death, dyingDatabase, ProcessDied } from './dying-database.js';
import { aFeature, fileOf, openTestCatalogue, patientClock, skippingClock } from './open-test-catalogue.js';

const size = 5;
/** Less than there is to write, so that a death can leave half of it behind. */
const bulkSize = 2;
const town = (total: number, extra = 0, base = size) => ({
  files: [
    fileOf(Array.from({ length: base + extra }, (_, index) => aFeature({ name: `Lot ${index}`, total }))),
  ],
});

const capacities = (snapshot: CatalogueSnapshot): ReadonlySet<number | undefined> =>
  new Set([...snapshot.locations()].map(({ capacity }) => capacity));

const leftBehind = async (database: Database): Promise<number> => {
  const records = await database.collection(catalogueRecordCollection).find({}).toArray();
  return records.length - new Set(records.map(({ key }) => key)).size;
};

describe('import that dies', () => {
  /** Imports once, dies in the second import, then looks and imports again in a new process. */
  const dieAt = async (death: Death) => {
    const database = await openTestDatabase();
    const clock = skippingClock();
    await (await openTestCatalogue(database, clock, bulkSize)).importFiles(town(10));
    const dying = dyingDatabase(database, death);
    let outcome: 'died' | 'finished' = 'finished';
    await openTestCatalogue(dying, clock, bulkSize)
      .then((catalogue) => catalogue.importFiles(town(20, 1)))
      .catch((error: unknown) => {
        assert.ok(error instanceof ProcessDied, String(error));
        outcome = 'died';
      });

    const next = await openTestCatalogue(database, clock, bulkSize);
    const seen = next.snapshot();
    await next.importFiles(town(30, 2));
    const after = next.snapshot();
    const fresh = (await openTestCatalogue(database, clock, bulkSize)).snapshot();
    const garbage = await leftBehind(database);
    await database.close();
    return { outcome, calls: dying.calls(), seen, after, fresh, garbage };
  };

  it('leaves the old catalogue whole at every store call, and the next import works and cleans up', async (t) => {
    const whole = await dieAt({ atCall: Number.POSITIVE_INFINITY, when: 'before' });
    assert.equal(whole.outcome, 'finished');
    const commit = whole.calls.lastIndexOf('catalogue_state.updateOne') + 1;
    t.diagnostic(`${whole.calls.length} store calls, the write that makes it visible is the ${commit}th`);

    for (let atCall = 1; atCall <= whole.calls.length; atCall += 1)
      for (const when of ['before', 'after'] as const) {
        const { seen, after, fresh, garbage } = await dieAt({ atCall, when });
        const at = `died ${when} call ${atCall}, ${whole.calls[atCall - 1]}`;
        const isVisible = atCall > commit || (atCall === commit && when === 'after');
        assert.deepEqual([...capacities(seen)], [isVisible ? 20 : 10], at);
        assert.equal(seen.locationCount, isVisible ? size + 1 : size, at);
        assert.deepEqual([...capacities(after)], [30], at);
        assert.equal(after.locationCount, size + 2, at);
        assert.deepEqual([...fresh.locations()], [...after.locations()], at);
        assert.equal(garbage, 0, at);
      }
  });

  it('keeps the ids given by the dead import', async () => {
    const database = await openTestDatabase();
    const clock = skippingClock();
    const dying = dyingDatabase(database, { atCall: 14, when: 'after' });
    await assert.rejects(
      async () => (await openTestCatalogue(dying, clock, bulkSize)).importFiles(town(10)),
      ProcessDied,
    );
    const catalogue = await openTestCatalogue(database, clock, bulkSize);
    await catalogue.importFiles(town(10));
    const ids = [...catalogue.snapshot().locations()].map(({ id }) => id);
    assert.equal(new Set(ids).size, size);
    await database.close();
  });
});

describe('two imports at once', () => {
  interface Gate {
    readonly reached: Promise<void>;
    readonly open: () => void;
    readonly pass: () => Promise<void>;
  }
  const gate = (): Gate => {
    let open = (): void => undefined;
    let reach = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const pass = (): Promise<void> => {
      reach();
      return opened;
    };
    return { reached, open: () => open(), pass };
  };

  const parts = (database: Database) => {
    const records = database.collection(catalogueRecordCollection);
    const state = database.collection(catalogueStateCollection);
    const clock = skippingClock();
    const store = createCatalogueStore({ records, state });
    const publishOver = (over: CatalogueStore, waitMs: number) =>
      createPublish({
        store: over,
        leases: createImportLeases({ state, clock, randomHex, leaseMs: 15_000 }),
        clock,
        logger: silentLogger,
        waitMs,
      });
    return { store, clock, publishOver };
  };

  const sellerNamed = (id: number, name: string) => ({
    kind: 'seller' as const,
    key: `seller:${id}`,
    body: { id: sellerId(id), name },
  });

  it('lets the second wait, and says so when it waits too long', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const { store, publishOver } = parts(database);
    const held = gate();
    const first = publishOver(
      store,
      0,
    )(async () => {
      await held.pass();
      return [sellerNamed(1, 'first')];
    });
    await held.reached;
    await assert.rejects(
      publishOver(store, 0)(async () => []),
      { name: 'ImportBusy' },
    );
    held.open();
    assert.equal(await first, 1);
    assert.equal(await publishOver(store, 0)(async () => [sellerNamed(1, 'second')]), 1);
  });

  it('shows nothing of an importer that stood still while another took over, whatever it writes afterwards', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const { store, clock, publishOver } = parts(database);
    const beforeWrite = gate();
    const slow: CatalogueStore = {
      ...store,
      write: async (changes, generation) => {
        await beforeWrite.pass();
        await store.write(changes, generation);
      },
    };
    await publishOver(store, 0)(async () => [sellerNamed(1, 'old'), sellerNamed(2, 'old')]);
    const late = publishOver(slow, 0)(async () => [sellerNamed(1, 'late'), sellerNamed(3, 'late')]);
    await beforeWrite.reached;
    clock.skip(15_001);
    await publishOver(store, 0)(async () => [sellerNamed(2, 'new')]);
    beforeWrite.open();
    await assert.rejects(late, { name: 'ImportLeaseLost' });

    const names = async () =>
      [...(await store.readAfter(0)).records.values()]
        .map(({ key, body }) => `${key} ${body !== null && 'name' in body ? body.name : ''}`)
        .toSorted();
    assert.deepEqual(await names(), ['seller:1 old', 'seller:2 new']);
    await publishOver(store, 0)(async () => [sellerNamed(4, 'next')]);
    assert.deepEqual(await names(), ['seller:1 old', 'seller:2 new', 'seller:4 next']);
    assert.equal(await leftBehind(database), 0);
  });

  it('never gives one number to two things, nor two numbers to one', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const clock = patientClock();
    const importers = await Promise.all([1, 2, 3].map(() => openTestCatalogue(database, clock)));
    await Promise.all(importers.map((catalogue) => catalogue.importFiles(town(10))));
    const catalogue = await openTestCatalogue(database, clock, bulkSize);
    assert.equal(catalogue.snapshot().locationCount, size);
  });
});

describe('reading while an import cleans up', () => {
  it('misses nothing that was replaced meanwhile', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const clock = skippingClock();
    const writer = await openTestCatalogue(database, clock, bulkSize);
    await writer.importFiles(town(10, 0, 700));
    const reader = await openTestCatalogue(database, clock, bulkSize);
    const again = writer.importFiles(town(20, 0, 700));
    const seen: number[] = [];
    let isDone = false;
    void again.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      const fresh = await openTestCatalogue(database, clock, bulkSize);
      seen.push(fresh.snapshot().locationCount);
      assert.equal(capacities(fresh.snapshot()).size, 1);
    }
    assert.ok(
      seen.every((count) => count === 700),
      String(seen),
    );
    await reader.reload();
    assert.deepEqual([...capacities(reader.snapshot())], [20]);
  });

  it('reads on when a version it was about to read has been replaced and cleaned away', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const clock = skippingClock();
    const writer = await openTestCatalogue(database, clock);
    await writer.importFiles(town(10));
    const records = database.collection(catalogueRecordCollection);
    const state = database.collection(catalogueStateCollection);
    /** Between the reader's look at the state and its reading of the records, another import comes and goes. */
    const findOne: typeof state.findOne = async (...args) => {
      const seen = await state.findOne(...args);
      if (seen?.visible === 1) await writer.importFiles(town(20));
      return seen;
    };
    const reader = createCatalogueStore({ records, state: { ...state, findOne } });
    const { generation, records: read } = await reader.readAfter(0);
    assert.equal(generation, 2);
    const locations = [...read.values()].filter(({ kind }) => kind === 'location');
    assert.equal(locations.length, size);
    assert.ok(locations.every(({ gen }) => gen === 2));
  });

  it('keeps the snapshot while nothing changed', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const catalogue = await openTestCatalogue(database);
    await catalogue.importFiles(town(10, 0, 700));
    const before = catalogue.snapshot();
    await catalogue.reload();
    assert.equal(catalogue.snapshot(), before);
  });
});
