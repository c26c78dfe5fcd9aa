import type { Scope } from '../base/caller.js';
import { collectionSpec, type Documents } from '../base/documents.js';
import type { ClientId, CustomerId } from '../base/ids.js';
import { unlessTaken } from '../base/unless-taken.js';
import { revokedKeptMs, usefulUntil } from './lifetime.js';

/** All tokens that follow from one grant. No token is stored: each is worked out from the family and its generation. */
export interface FamilyDocument {
  readonly _id: string;
  /** Counts rotations; the tokens of the current generation are valid. */
  readonly gen: number;
  /** When the current generation began, epoch ms. */
  readonly genAt: number;
  /** When the family was revoked, epoch ms. */
  readonly revoked: number | null;
  readonly client: ClientId;
  readonly customer: CustomerId | null;
  /** Of the customer's sign-ins, when this one was proved; 0 where there is no customer. */
  readonly epoch: number;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** From when nobody needs it any more, epoch ms. */
  readonly endsAt: number;
}

export const familyCollection = collectionSpec<FamilyDocument>({ name: 'families', indexes: [['endsAt']] });

export interface FamilyStore {
  readonly family: (id: string) => Promise<FamilyDocument | undefined>;
  /** `exists` when the id was used before. */
  readonly insertFamily: (family: FamilyDocument) => Promise<'inserted' | 'exists'>;
  /** Begins the generation after the family's; false when another request did, or it is revoked. */
  readonly rotate: (family: FamilyDocument, now: number) => Promise<boolean>;
  readonly revoke: (id: string, now: number) => Promise<void>;
}

export const createFamilyStore = (documents: Documents<FamilyDocument>): FamilyStore => ({
  family: async (id) => (await documents.findOne({ _id: id })) ?? undefined,
  insertFamily: async (family) =>
    (await unlessTaken(() => documents.insertOne(family))) ? 'inserted' : 'exists',
  rotate: async ({ _id, gen, customer }, now) => {
    const moved = { $set: { genAt: now, endsAt: usefulUntil(customer, now) }, $inc: { gen: 1 } };
    return (await documents.updateOne({ _id, gen, revoked: null }, moved)).matchedCount === 1;
  },
  revoke: async (id, now) => {
    const ended = { $set: { revoked: now, endsAt: now + revokedKeptMs } };
    await documents.updateOne({ _id: id, revoked: null }, ended);
  },
});
