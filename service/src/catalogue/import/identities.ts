import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NextNumber } from '../../base/counters.js';
import { type CollectionSpec, collectionSpec, type Documents } from '../../base/documents.js';
import { inBulks } from '../store.js';

export type NumberedKind = 'location' | 'venue' | 'event' | 'seller' | 'review';

/** The permanent number of one thing; `_id` is `<kind>|<identity>`. Never deleted: a number is never given to something else. */
export interface IdentityDocument {
  readonly _id: string;
  readonly id: number;
}

export const identityCollection: CollectionSpec<IdentityDocument> = collectionSpec<IdentityDocument>({
  name: 'catalogue_ids',
  indexes: [],
});

export interface Identities {
  /** The number of every identity of a kind; new ones are numbered in the order given. */
  readonly numbers: (
    kind: NumberedKind,
    identities: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>;
}

interface IdentitiesOptions {
  readonly documents: Documents<IdentityDocument>;
  readonly counters: Readonly<Record<NumberedKind, NextNumber>>;
}

/** Gives every thing a number that survives all imports, also when two processes number it at once. */
export const createIdentities = ({ documents, counters }: IdentitiesOptions): Identities => {
  const readInto = async (numbers: Map<string, number>, ids: readonly string[]): Promise<void> => {
    for await (const { _id, id } of documents.find({ _id: { $in: ids } })) numbers.set(_id, id);
  };

  const addMissing = async (kind: NumberedKind, missing: readonly string[]): Promise<void> => {
    const writes = [];
    for (const _id of missing) {
      const id = await counters[kind]();
      writes.push({ updateOne: { filter: { _id }, update: { $setOnInsert: { id } }, upsert: true } });
    }
    await documents.bulkWrite(writes, { ordered: false });
  };

  const numberBulk = async (kind: NumberedKind, ids: readonly string[]): Promise<Map<string, number>> => {
    const numbers = new Map<string, number>();
    await readInto(numbers, ids);
    const missing = ids.filter((id) => !numbers.has(id));
    if (missing.length === 0) return numbers;
    await addMissing(kind, missing);
    // Read again rather than trust what was sent: another process may have been first.
    await readInto(numbers, missing);
    return numbers;
  };

  return {
    numbers: async (kind, identities) => {
      const result = new Map<string, number>();
      const prefix = `${kind}|`;
      for (const bulk of inBulks([...new Set(identities)])) {
        // The embedded engine answers reads within the turn: without this, searches would wait for all bulks.
        await nextTurn();
        const numbers = await numberBulk(
          kind,
          bulk.map((identity) => prefix + identity),
        );
        for (const [id, number] of numbers) result.set(id.slice(prefix.length), number);
      }
      return result;
    },
  };
};
