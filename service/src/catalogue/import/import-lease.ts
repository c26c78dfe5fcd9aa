import type { Clock } from '../../base/clock.js';
import { type Documents, isDuplicateKey, type Update } from '../../base/documents.js';
import type { RandomHex } from '../../base/ids.js';
import { type CatalogueStateDocument, emptyState, type Importer, stateId } from '../catalogue-state.js';

export interface ImportLease {
  readonly generation: number;
  /** What was visible and dead when the lease was taken. */
  readonly visible: number;
  readonly dead: readonly number[];
  /** Moves the lease's end on where a third of it has passed; false when somebody else has it now. */
  readonly renew: () => Promise<boolean>;
  /** Makes the generation visible: the one write. False when the lease was lost, and then nothing is visible. */
  readonly commit: () => Promise<boolean>;
  /** Gives the lease back; with `isDirty` the generation is declared dead, for versions of it may be stored. */
  readonly giveUp: (isDirty: boolean) => Promise<void>;
}

export interface ImportLeases {
  /** `busyUntil` is when the running import's lease ends (epoch ms). */
  readonly take: () => Promise<ImportLease | { readonly busyUntil: number }>;
}

interface LeaseOptions {
  readonly state: Documents<CatalogueStateDocument>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
  readonly leaseMs?: number;
}

type StateChange = NonNullable<Update<CatalogueStateDocument>['$set']>;

/** Lets one import at a time into the catalogue. A dead importer's lease ends by itself; its generation then is dead too. */
export const createImportLeases = (options: LeaseOptions): ImportLeases => {
  const { state, clock, randomHex, leaseMs = 15_000 } = options;

  const read = async (): Promise<CatalogueStateDocument> =>
    (await state.findOne({ _id: stateId })) ?? emptyState;

  const swap = async (seen: CatalogueStateDocument, change: StateChange): Promise<boolean> => {
    const outcome = await state.updateOne(
      { _id: stateId, rev: seen.rev },
      { $set: change, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  };

  /** Repeats until nobody was faster, as long as the lease is ours. */
  const changeAsOwner = async (
    token: string,
    change: (seen: CatalogueStateDocument, own: Importer) => StateChange,
  ): Promise<boolean> => {
    for (;;) {
      const seen = await read();
      if (seen.importer?.token !== token) return false;
      if (await swap(seen, change(seen, seen.importer))) return true;
    }
  };

  const leaseOf = (
    importer: Importer,
    seen: CatalogueStateDocument,
    dead: readonly number[],
  ): ImportLease => {
    const { token, generation } = importer;
    let until = importer.until;
    return {
      generation,
      visible: seen.visible,
      dead,
      renew: async () => {
        if (clock.now() < until - (leaseMs * 2) / 3) return true;
        until = clock.now() + leaseMs;
        return changeAsOwner(token, (_, own) => ({ importer: { ...own, until } }));
      },
      commit: () => changeAsOwner(token, () => ({ visible: generation, importer: null })),
      giveUp: async (isDirty) => {
        await changeAsOwner(token, (now) => ({
          importer: null,
          dead: isDirty ? [...now.dead, generation] : now.dead,
        }));
      },
    };
  };

  const createState = async (): Promise<void> => {
    await state.insertOne(emptyState).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  };

  const take: ImportLeases['take'] = async () => {
    for (;;) {
      const seen = await read();
      if (seen.rev === 0 && seen.next === emptyState.next) await createState();
      const now = clock.now();
      if (seen.importer !== null && seen.importer.until > now) return { busyUntil: seen.importer.until };
      const dead = seen.importer === null ? seen.dead : [...seen.dead, seen.importer.generation];
      const importer = { token: randomHex(16), generation: seen.next, until: now + leaseMs };
      if (await swap(seen, { importer, dead, next: seen.next + 1 })) return leaseOf(importer, seen, dead);
    }
  };

  return { take };
};
