import type { CatalogueRecord } from './catalogue-record.js';
import { type CatalogueContent, createSnapshot } from './create-snapshot.js';
import { createRateLocation } from './rate-location.js';
import type { Catalogue } from './snapshot.js';
import type { CatalogueStore } from './store.js';

const contentOf = (generation: number, records: Iterable<CatalogueRecord>): CatalogueContent => {
  const locations = [];
  const venues = [];
  const events = [];
  const sellers = [];
  const ratePlans = [];
  const reviews = [];
  for (const record of records) {
    if (record.body === null) continue;
    if (record.kind === 'location') locations.push(record.body);
    else if (record.kind === 'venue') venues.push(record.body);
    else if (record.kind === 'event') events.push(record.body);
    else if (record.kind === 'seller') sellers.push(record.body);
    else if (record.kind === 'rate_plan') ratePlans.push(record.body);
    else if (record.kind === 'review') reviews.push(record.body);
  }
  return { generation, locations, venues, events, sellers, ratePlans, reviews };
};

/** The catalogue in memory; empty until the first `reload`. A reload reads only what changed since the last. */
export const createCatalogue = ({
  store,
}: {
  readonly store: Pick<CatalogueStore, 'readAfter'>;
}): Catalogue => {
  const records = new Map<string, CatalogueRecord>();
  const rated = createRateLocation();
  let snapshot = createSnapshot(contentOf(0, []), rated);
  let running: Promise<void> = Promise.resolve();

  const readChanges = async (): Promise<void> => {
    const changes = await store.readAfter(snapshot.generation);
    if (changes.generation === snapshot.generation) return;
    for (const [key, record] of changes.records) {
      if (record.body === null) records.delete(key);
      else records.set(key, record);
    }
    snapshot = createSnapshot(contentOf(changes.generation, records.values()), rated);
  };

  return {
    snapshot: () => snapshot,
    reload: () => {
      running = running.catch(() => undefined).then(readChanges);
      return running;
    },
  };
};
