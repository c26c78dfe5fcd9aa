import type { Scope } from '../base/caller.js';
import { collectionSpec, type Documents } from '../base/documents.js';
import type { ClientId, CustomerId, PartnerId } from '../base/ids.js';

/** A registered application; its secret is kept only as a hash. */
export interface ClientDocument {
  readonly _id: ClientId;
  readonly name: string;
  readonly partner: PartnerId | null;
  readonly scopes: readonly Scope[];
  /** SHA-256, hex, of a secret of 256 random bits. */
  readonly secretHash: string;
  readonly createdAt: number;
}

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
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
}

export const clientCollection = collectionSpec<ClientDocument>({ name: 'clients', indexes: [] });
export const familyCollection = collectionSpec<FamilyDocument>({ name: 'families', indexes: [] });

export interface OAuthStore {
  readonly client: (id: ClientId) => Promise<ClientDocument | undefined>;
  readonly insertClient: (client: ClientDocument) => Promise<void>;
  readonly clients: () => Promise<readonly ClientDocument[]>;
  readonly family: (id: string) => Promise<FamilyDocument | undefined>;
  readonly insertFamily: (family: FamilyDocument) => Promise<void>;
  /** Begins the generation after `gen`; false when another request did, or the family is revoked. */
  readonly rotate: (id: string, gen: number, now: number) => Promise<boolean>;
  readonly revoke: (id: string, now: number) => Promise<void>;
}

interface StoreDependencies {
  readonly clients: Documents<ClientDocument>;
  readonly families: Documents<FamilyDocument>;
}

export const createOAuthStore = ({ clients, families }: StoreDependencies): OAuthStore => ({
  client: async (id) => (await clients.findOne({ _id: id })) ?? undefined,
  insertClient: async (client) => {
    await clients.insertOne(client);
  },
  clients: () => clients.find({}, { sort: { _id: 1 } }).toArray(),
  family: async (id) => (await families.findOne({ _id: id })) ?? undefined,
  insertFamily: async (family) => {
    await families.insertOne(family);
  },
  rotate: async (id, gen, now) => {
    const moved = { $set: { genAt: now }, $inc: { gen: 1 } };
    return (await families.updateOne({ _id: id, gen, revoked: null }, moved)).matchedCount === 1;
  },
  revoke: async (id, now) => {
    await families.updateOne({ _id: id, revoked: null }, { $set: { revoked: now } });
  },
});
