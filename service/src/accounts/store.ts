import { collectionSpec, type Documents } from '../base/documents.js';
import type { CustomerId } from '../base/ids.js';
import { unlessTaken } from '../base/unless-taken.js';
import type { SignIns } from './sign-ins.js';

/** An address that is no longer the customer's, to be given back. */
export interface Released {
  readonly key: string;
  readonly claim: string;
}

/** Instants are epoch ms. */
export interface CustomerDocument {
  readonly _id: CustomerId;
  readonly rev: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** `null` for a guest, and for whoever signs in with codes. */
  readonly passwordHash: string | null;
  readonly emailVerifiedAt: number | null;
  readonly signIns: SignIns;
  /** Asked for and not confirmed. */
  readonly unverifiedEmail: string | null;
  readonly unverifiedPhone: string | null;
  /** Written with the change of address, and carried out after it. */
  readonly released: readonly Released[];
  /** When that was; `null` where nothing is to be given back. */
  readonly releasedAt: number | null;
  readonly createdAt: number;
}

/** Which customer an address belongs to: uniqueness is had through `_id` only. */
export interface ReservedDocument {
  /** The address' key: `email:<address>`, `phone:<number>`. */
  readonly _id: string;
  readonly customer: CustomerId;
  /** New whenever the address is claimed, so that a late release does not undo it. */
  readonly claim: string;
}

export const customerCollection = collectionSpec<CustomerDocument>({
  name: 'customers',
  indexes: [['releasedAt']],
});
export const reservedCollection = collectionSpec<ReservedDocument>({ name: 'reserved', indexes: [] });

/** What may change; the rest is for ever. */
export type CustomerChange = Partial<Omit<CustomerDocument, '_id' | 'rev' | 'createdAt'>>;

export interface AccountStore {
  readonly find: (id: CustomerId) => Promise<CustomerDocument | undefined>;
  readonly insert: (customer: CustomerDocument) => Promise<'inserted' | 'exists'>;
  /** Written only where nobody wrote since it was read; `undefined` otherwise. */
  readonly update: (read: CustomerDocument, change: CustomerChange) => Promise<CustomerDocument | undefined>;
  readonly reservation: (key: string) => Promise<ReservedDocument | undefined>;
  /** `false` where somebody has it. */
  readonly reserve: (reservation: ReservedDocument) => Promise<boolean>;
  /** The same customer claims it anew; `false` where it has changed since it was read. */
  readonly reclaim: (read: ReservedDocument, claim: string) => Promise<boolean>;
  /** Only while that claim stands. */
  readonly giveBack: (released: Released) => Promise<void>;
  /** Customers whose addresses are still to be given back. */
  readonly withReleased: (limit: number) => Promise<readonly CustomerDocument[]>;
}

interface AccountStoreDependencies {
  readonly customers: Documents<CustomerDocument>;
  readonly reserved: Documents<ReservedDocument>;
}

export const createAccountStore = ({ customers, reserved }: AccountStoreDependencies): AccountStore => ({
  find: async (id) => (await customers.findOne({ _id: id })) ?? undefined,
  insert: async (customer) =>
    (await unlessTaken(() => customers.insertOne(customer))) ? 'inserted' : 'exists',
  update: async ({ _id, rev }, change) =>
    (await customers.findOneAndUpdate(
      { _id, rev },
      { $set: change, $inc: { rev: 1 } },
      { returnDocument: 'after' },
    )) ?? undefined,
  reservation: async (key) => (await reserved.findOne({ _id: key })) ?? undefined,
  reserve: (reservation) => unlessTaken(() => reserved.insertOne(reservation)),
  reclaim: async ({ _id, customer, claim: read }, claim) =>
    (await reserved.updateOne({ _id, customer, claim: read }, { $set: { claim } })).matchedCount === 1,
  giveBack: async ({ key, claim }) => {
    await reserved.deleteOne({ _id: key, claim });
  },
  withReleased: (limit) =>
    customers.find({ releasedAt: { $gt: 0 } }, { sort: { releasedAt: 1 }, limit }).toArray(),
});
