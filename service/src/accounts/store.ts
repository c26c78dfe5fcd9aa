import { collectionSpec, type Documents, isDuplicateKey } from '../base/documents.js';
import type { CustomerId } from '../base/ids.js';

export interface CustomerDocument {
  readonly _id: CustomerId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Absent for a guest. */
  readonly passwordHash: string | null;
  readonly createdAt: number;
}

/** Which customer an e-mail address belongs to: uniqueness is had through `_id` only. */
export interface ReservedDocument {
  /** `email:<address>`. */
  readonly _id: string;
  readonly customer: CustomerId;
}

export const customerCollection = collectionSpec<CustomerDocument>({ name: 'customers', indexes: [] });
export const reservedCollection = collectionSpec<ReservedDocument>({ name: 'reserved', indexes: [] });

export interface AccountStore {
  readonly find: (id: CustomerId) => Promise<CustomerDocument | undefined>;
  readonly findByEmail: (email: string) => Promise<CustomerDocument | undefined>;
  /** The id the address belongs to: the given one, or that of whoever came first. */
  readonly reserve: (email: string, id: CustomerId) => Promise<CustomerId>;
  readonly reserved: (email: string) => Promise<CustomerId | undefined>;
  readonly insert: (customer: CustomerDocument) => Promise<'inserted' | 'exists'>;
}

interface AccountStoreDependencies {
  readonly customers: Documents<CustomerDocument>;
  readonly reserved: Documents<ReservedDocument>;
}

const insertNew = async (insert: () => Promise<unknown>): Promise<'inserted' | 'exists'> => {
  try {
    await insert();
    return 'inserted';
  } catch (error) {
    if (isDuplicateKey(error)) return 'exists';
    throw error;
  }
};

export const createAccountStore = ({ customers, reserved }: AccountStoreDependencies): AccountStore => {
  const find = async (id: CustomerId): Promise<CustomerDocument | undefined> =>
    (await customers.findOne({ _id: id })) ?? undefined;

  const holderOf = async (email: string): Promise<CustomerId | undefined> =>
    (await reserved.findOne({ _id: `email:${email}` }))?.customer;

  return {
    find,
    findByEmail: async (email) => {
      const id = await holderOf(email);
      return id === undefined ? undefined : find(id);
    },
    reserve: async (email, id) => {
      const outcome = await insertNew(() => reserved.insertOne({ _id: `email:${email}`, customer: id }));
      return outcome === 'inserted' ? id : ((await holderOf(email)) ?? id);
    },
    reserved: holderOf,
    insert: (customer) => insertNew(() => customers.insertOne(customer)),
  };
};
