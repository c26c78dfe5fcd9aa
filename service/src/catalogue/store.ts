import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Documents } from '../base/documents.js';
import { type CatalogueChange, type CatalogueRecord, versionOf } from './catalogue-record.js';
import { type CatalogueStateDocument, emptyState, stateId } from './catalogue-state.js';

/** The newest visible version of each thing, deletions included. */
export interface VisibleRecords {
  readonly generation: number;
  readonly records: ReadonlyMap<string, CatalogueRecord>;
  /** `_id`s that no reader needs any more: older versions, and versions of dead generations. */
  readonly superseded: readonly string[];
}

export interface CatalogueStore {
  /** The generation that is visible; 0 before the first import. */
  readonly generation: () => Promise<number>;
  /** What became visible after a generation (0: everything), as of one generation. */
  readonly readAfter: (generation: number) => Promise<VisibleRecords>;
  /** Stores versions of a generation that is not visible yet. */
  readonly write: (changes: readonly CatalogueChange[], generation: number) => Promise<void>;
  readonly removeVersions: (ids: readonly string[]) => Promise<void>;
  readonly removeGenerations: (generations: readonly number[]) => Promise<void>;
}

interface StoreOptions {
  readonly records: Documents<CatalogueRecord>;
  readonly state: Documents<CatalogueStateDocument>;
}

/** Records read between two turns of the event loop: searches go on meanwhile. */
const recordsPerTurn = 2000;

/** Cuts a list into bulks of at most `size`. */
export const inBulks = <T>(items: readonly T[], size = 500): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

export const createCatalogueStore = ({ records, state }: StoreOptions): CatalogueStore => {
  const readState = async (): Promise<CatalogueStateDocument> =>
    (await state.findOne({ _id: stateId })) ?? emptyState;

  const readAfter: CatalogueStore['readAfter'] = async (generation) => {
    const newest = new Map<string, CatalogueRecord>();
    const superseded: string[] = [];
    const keep = (record: CatalogueRecord): void => {
      const other = newest.get(record.key);
      if (other !== undefined) superseded.push(other.gen < record.gen ? other._id : record._id);
      if (other === undefined || other.gen < record.gen) newest.set(record.key, record);
    };
    let read = 0;
    let after = generation;
    let seen = await readState();
    // An import that became visible meanwhile may have cleaned away versions before they were read: read what it brought, too.
    while (seen.visible > after) {
      const dead = new Set(seen.dead);
      for await (const record of records.find({ gen: { $gt: after, $lte: seen.visible } })) {
        if (dead.has(record.gen)) superseded.push(record._id);
        else keep(record);
        read += 1;
        if (read % recordsPerTurn === 0) await nextTurn();
      }
      after = seen.visible;
      seen = await readState();
    }
    return { generation: after, records: newest, superseded };
  };

  return {
    generation: async () => (await readState()).visible,
    readAfter,
    write: async (changes, generation) => {
      await records.insertMany(
        changes.map((change) => versionOf(change, generation)),
        { ordered: false },
      );
    },
    removeVersions: async (ids) => {
      for (const bulk of inBulks(ids)) await records.deleteMany({ _id: { $in: bulk } });
    },
    removeGenerations: async (generations) => {
      if (generations.length > 0) await records.deleteMany({ gen: { $in: generations } });
    },
  };
};
