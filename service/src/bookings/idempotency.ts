import { createHash } from 'node:crypto';
import type { Caller } from '../base/caller.js';
import type { Clock } from '../base/clock.js';
import { collectionSpec, type Documents } from '../base/documents.js';
import type { BookingId } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import { unlessTaken } from '../base/unless-taken.js';
import type { BookingDocument } from './booking.js';
import type { BookingStore } from './store.js';

/** Which booking a client's key stands for at present. */
export interface IdempotencyDocument {
  /** A hash of client, customer and key. */
  readonly _id: string;
  readonly b: BookingId;
  readonly bodyHash: string;
  /** When it was last taken (epoch ms). */
  readonly at: number;
}

export const idempotencyCollection = collectionSpec<IdempotencyDocument>({ name: 'idem', indexes: [['at']] });

/** A request's claim on its key. */
export interface IdempotencyClaim {
  readonly id: string;
  readonly bodyHash: string;
}

/** The first answer; `open`: the key was taken and what took it came to nothing; `unknown`: nobody took it. */
export type Recalled = { readonly answer: BookingDocument } | 'open' | 'unknown';

export interface Idempotency {
  /**
   * What the same request was answered with before; throws 409 for another body under the same key. A booking it left
   * pending is decided first: a dead one's space and credit are free then for the repeat that is about to be checked.
   */
  readonly recall: (claim: IdempotencyClaim) => Promise<Recalled>;
  /**
   * Makes the key stand for this booking before it is tried. A dead owner's booking is voided first; one that turns
   * out to be booked is the answer, and the new one must not be tried.
   */
  readonly take: (claim: IdempotencyClaim, draft: BookingDocument) => Promise<BookingDocument | undefined>;
}

interface IdempotencyDependencies {
  readonly documents: Documents<IdempotencyDocument>;
  readonly store: Pick<BookingStore, 'find' | 'insert' | 'voidPending'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** How long the owner of a pending booking is given to finish before it is taken for dead, ms. */
  readonly pausesMs: readonly number[];
}

const ownerOf = (caller: Caller): string => {
  if (caller.kind === 'anonymous') return 'anonymous';
  return caller.kind === 'user' ? `${caller.client} ${caller.customer}` : caller.client;
};

export const claimOf = (caller: Caller, key: string, bodyHash: string): IdempotencyClaim => ({
  id: createHash('sha256')
    .update(`${ownerOf(caller)}\n${key}`)
    .digest('hex'),
  bodyHash,
});

const isAnswer = (booking: BookingDocument | undefined): booking is BookingDocument =>
  booking?.st === 'booked' || booking?.st === 'cancelled';

export const createIdempotency = (dependencies: IdempotencyDependencies): Idempotency => {
  const { documents, store, clock, pausesMs } = dependencies;

  const read = async ({ id, bodyHash }: IdempotencyClaim): Promise<IdempotencyDocument | undefined> => {
    const known = await documents.findOne({ _id: id });
    if (known !== null && known.bodyHash !== bodyHash) throw new Problem('booking_idempotency_key_reused');
    return known ?? undefined;
  };

  const claimFirst = ({ id, bodyHash }: IdempotencyClaim, b: BookingId): Promise<boolean> =>
    unlessTaken(() => documents.insertOne({ _id: id, b, bodyHash, at: clock.now() }));

  const awaitOwner = async (id: BookingId): Promise<BookingDocument | undefined> => {
    let booking = await store.find(id);
    for (const pauseMs of pausesMs) {
      if (booking !== undefined && booking.st !== 'pending') return booking;
      await clock.sleep(pauseMs);
      booking = await store.find(id);
    }
    return booking;
  };

  /** The owner's booking once it can change no more. */
  const settled = async (booking: BookingDocument): Promise<BookingDocument | undefined> => {
    if (booking.st !== 'pending') return booking;
    await store.voidPending(booking._id);
    return store.find(booking._id);
  };

  /** One never inserted gets a void tombstone: its owner may only be slow. */
  const decide = async (id: BookingId, draft: BookingDocument): Promise<BookingDocument | undefined> => {
    const booking = await awaitOwner(id);
    if (booking !== undefined) return settled(booking);
    await store.insert({ ...draft, _id: id, st: 'void' });
    await store.voidPending(id);
    return store.find(id);
  };

  const replace = async (known: IdempotencyDocument, b: BookingId): Promise<boolean> => {
    const outcome = await documents.updateOne(
      { _id: known._id, b: known.b },
      { $set: { b, at: clock.now() } },
    );
    return outcome.matchedCount === 1;
  };

  return {
    recall: async (claim) => {
      const known = await read(claim);
      if (known === undefined) return 'unknown';
      const found = await store.find(known.b);
      const owned = found?.st === 'pending' ? await awaitOwner(found._id) : found;
      const booking = owned === undefined ? undefined : await settled(owned);
      return isAnswer(booking) ? { answer: booking } : 'open';
    },
    take: async (claim, draft) => {
      for (;;) {
        if (await claimFirst(claim, draft._id)) return undefined;
        const known = await read(claim);
        if (known === undefined) continue;
        const earlier = await decide(known.b, draft);
        if (isAnswer(earlier)) return earlier;
        if (await replace(known, draft._id)) return undefined;
      }
    },
  };
};
