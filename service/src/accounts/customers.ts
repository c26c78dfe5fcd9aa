import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import { type CustomerId, customerId } from '../base/ids.js';
import { type Address, emailAddress, phoneAddress } from './address.js';
import type { Addresses } from './addresses.js';
import { firstSignIns } from './sign-ins.js';
import type { AccountStore, CustomerChange, CustomerDocument, Released } from './store.js';

/** What is known of somebody who is to become a customer. */
export interface NewCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string | null;
  readonly unverifiedPhone: string | null;
  /** Whether the address is known to be theirs. */
  readonly isVerified: boolean;
}

/** Customers as documents: made once per address, changed by compare-and-set. */
export interface Customers {
  /** The customer of the address, made where there is none. */
  readonly findOrMake: (
    address: Address,
    customer: NewCustomer,
  ) => Promise<{ readonly isNew: boolean; readonly customer: CustomerDocument }>;
  /** Applies `change` to the customer as it is, again where somebody else was faster; `{}` writes nothing. */
  readonly change: (
    id: CustomerId,
    change: (read: CustomerDocument) => CustomerChange,
  ) => Promise<CustomerDocument>;
  /** The address, shown to be theirs, becomes the customer's in place of the one before; `undefined` where somebody else has it. */
  readonly adopt: (
    id: CustomerId,
    address: Address,
    more?: (read: CustomerDocument) => CustomerChange,
  ) => Promise<CustomerDocument | undefined>;
}

interface CustomersDependencies {
  readonly store: AccountStore;
  readonly addresses: Addresses;
  readonly nextCustomerId: NextNumber;
  readonly clock: Pick<Clock, 'now'>;
  /** Whoever keeps what counted before must ask again. */
  readonly signInsEnded: (customer: CustomerId) => void;
}

const changeTries = 20;

const addressBefore = (customer: CustomerDocument, kind: Address['kind']): Address | undefined => {
  if (kind === 'email') return customer.email === null ? undefined : emailAddress(customer.email);
  return customer.phone === null ? undefined : phoneAddress(customer.phone);
};

export const createCustomers = (dependencies: CustomersDependencies): Customers => {
  const { store, addresses, nextCustomerId, clock, signInsEnded } = dependencies;

  const documentOf = (id: CustomerId, address: Address, customer: NewCustomer): CustomerDocument => {
    const { isVerified, ...known } = customer;
    const now = clock.now();
    const isEmail = address.kind === 'email';
    return {
      _id: id,
      rev: 0,
      email: isEmail ? address.text : null,
      phone: isEmail ? null : address.text,
      ...known,
      emailVerifiedAt: isEmail && isVerified ? now : null,
      unverifiedEmail: null,
      signIns: firstSignIns,
      released: [],
      releasedAt: null,
      createdAt: now,
    };
  };

  const mustFind = async (id: CustomerId): Promise<CustomerDocument> => {
    const customer = await store.find(id);
    if (customer === undefined) throw new Error(`customer ${id} vanished`);
    return customer;
  };

  const update = async (
    read: CustomerDocument,
    change: CustomerChange,
  ): Promise<CustomerDocument | undefined> => {
    try {
      return await store.update(read, change);
    } finally {
      // Also where the storage did not answer: it may have been written.
      if (change.signIns !== undefined) signInsEnded(read._id);
    }
  };

  const tryChange = async (
    id: CustomerId,
    decide: (read: CustomerDocument) => Promise<CustomerChange> | CustomerChange,
  ): Promise<CustomerDocument> => {
    for (let attempt = 1; attempt <= changeTries; attempt += 1) {
      const read = await mustFind(id);
      const change = await decide(read);
      if (Object.keys(change).length === 0) return read;
      const changed = await update(read, change);
      if (changed !== undefined) return changed;
    }
    throw new Error(`customer ${id} changed again and again`);
  };

  const proven = (kind: Address['kind'], text: string): CustomerChange =>
    kind === 'email'
      ? { email: text, emailVerifiedAt: clock.now(), unverifiedEmail: null }
      : { phone: text, unverifiedPhone: null };

  const isProven = ({ kind, text }: Address, read: CustomerDocument): boolean =>
    kind === 'email' ? read.email === text && read.emailVerifiedAt !== null : read.phone === text;

  const leaving = async (read: CustomerDocument, address: Address): Promise<readonly Released[]> => {
    const before = addressBefore(read, address.kind);
    if (before === undefined || before.key === address.key) return [];
    const released = await addresses.releaseOf(before, read._id);
    return released === undefined ? [] : [released];
  };

  const adoption = async (read: CustomerDocument, address: Address): Promise<CustomerChange> => {
    if (isProven(address, read)) return {};
    const left = await leaving(read, address);
    const change = proven(address.kind, address.text);
    if (left.length === 0) return change;
    return { ...change, released: [...read.released, ...left], releasedAt: clock.now() };
  };

  return {
    change: tryChange,
    findOrMake: async (address, customer) => {
      // The address first, then the customer under the id it was reserved for: who dies in between is completed by the next.
      const holder = await addresses.holderOf(address);
      if (holder.kind === 'customer') return { isNew: false, customer: holder.customer };
      const id = holder.kind === 'incomplete' ? holder.id : customerId(await nextCustomerId());
      const document = documentOf(await addresses.claim(address, id), address, customer);
      const isNew = (await store.insert(document)) === 'inserted';
      return { isNew, customer: isNew ? document : await mustFind(document._id) };
    },
    adopt: async (id, address, more = () => ({})) => {
      if ((await addresses.claim(address, id)) !== id) return undefined;
      const changed = await tryChange(id, async (read) => ({
        ...(await adoption(read, address)),
        ...more(read),
      }));
      await addresses.giveBack(changed);
      return changed;
    },
  };
};
