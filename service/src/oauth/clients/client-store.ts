import type { Scope } from '../../base/caller.js';
import { collectionSpec, type Documents } from '../../base/documents.js';
import type { ClientId, PartnerId } from '../../base/ids.js';
import type { Permission } from './permission.js';

/** One secret of a client, kept only as a hash: SHA-256, hex, of 256 random bits. */
export interface SecretDocument {
  readonly hash: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** From when it no longer counts, epoch ms. */
  readonly until: number | null;
}

/** A registered application. */
export interface ClientDocument {
  readonly _id: ClientId;
  /** Counts changes; every change names the one it has seen. */
  readonly rev: number;
  readonly name: string;
  readonly partner: PartnerId | null;
  readonly scopes: readonly Scope[];
  readonly permissions: readonly Permission[];
  /** Exactly as a request must write them. */
  readonly redirectUris: readonly string[];
  /** Newest first. */
  readonly secrets: readonly SecretDocument[];
  readonly createdAt: number;
  /** A deleted client stays behind, so that its id, and with it its tokens, can never come back. */
  readonly deletedAt: number | null;
}

export const clientCollection = collectionSpec<ClientDocument>({ name: 'clients', indexes: [['deletedAt']] });

export type ClientChange = Partial<
  Pick<
    ClientDocument,
    'name' | 'partner' | 'scopes' | 'permissions' | 'redirectUris' | 'secrets' | 'deletedAt'
  >
>;

export interface ClientStore {
  /** `undefined` also for a deleted one. */
  readonly client: (id: ClientId) => Promise<ClientDocument | undefined>;
  /** True also of a deleted one. */
  readonly isTaken: (id: ClientId) => Promise<boolean>;
  readonly clients: () => Promise<readonly ClientDocument[]>;
  readonly insertClient: (client: ClientDocument) => Promise<void>;
  /** The client as it then is; `undefined` when it is gone or was changed since it was read. */
  readonly changeClient: (
    client: ClientDocument,
    change: ClientChange,
  ) => Promise<ClientDocument | undefined>;
}

export const createClientStore = (documents: Documents<ClientDocument>): ClientStore => ({
  client: async (id) => (await documents.findOne({ _id: id, deletedAt: null })) ?? undefined,
  isTaken: async (id) => (await documents.findOne({ _id: id })) !== null,
  clients: () => documents.find({ deletedAt: null }, { sort: { _id: 1 } }).toArray(),
  insertClient: async (client) => {
    await documents.insertOne(client);
  },
  changeClient: async ({ _id, rev }, change) => {
    const filter = { _id, rev, deletedAt: null };
    const changed = await documents.findOneAndUpdate(
      filter,
      { $set: change, $inc: { rev: 1 } },
      { returnDocument: 'after' },
    );
    return changed ?? undefined;
  },
});
