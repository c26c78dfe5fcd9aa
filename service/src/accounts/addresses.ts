import type { CustomerId, RandomHex } from '../base/ids.js';
import type { Address } from './address.js';
import type { AccountStore, CustomerDocument, Released, ReservedDocument } from './store.js';

/** Whose an address is. `incomplete`: somebody died after reserving it; the next completes the customer under that id. */
export type Holder =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'incomplete'; readonly id: CustomerId }
  | { readonly kind: 'customer'; readonly customer: CustomerDocument };

/** Which address belongs to whom: each to one customer, whoever asks at the same time, whoever dies in between. */
export interface Addresses {
  readonly holderOf: (address: Address) => Promise<Holder>;
  /** The customer the address belongs to from now on: the given one, or whoever has it. */
  readonly claim: (address: Address, id: CustomerId) => Promise<CustomerId>;
  /** The claim on an address a customer is about to leave. */
  readonly releaseOf: (address: Address, id: CustomerId) => Promise<Released | undefined>;
  /** Gives back what a customer has left; again is harmless. */
  readonly giveBack: (customer: CustomerDocument) => Promise<void>;
}

interface AddressesDependencies {
  readonly store: AccountStore;
  readonly randomHex: RandomHex;
}

const claimTries = 10;

export const createAddresses = ({ store, randomHex }: AddressesDependencies): Addresses => {
  const giveBack = async (customer: CustomerDocument): Promise<void> => {
    if (customer.released.length === 0) return;
    for (const released of customer.released) await store.giveBack(released);
    // A change in between has its own release to carry out, and takes this one along.
    await store.update(customer, { released: [], releasedAt: null });
  };

  const isLeft = (reservation: ReservedDocument, customer: CustomerDocument): boolean =>
    customer.released.some(({ key, claim }) => key === reservation._id && claim === reservation.claim);

  const holderOf = async (address: Address): Promise<Holder> => {
    const reservation = await store.reservation(address.key);
    if (reservation === undefined) return { kind: 'nobody' };
    const customer = await store.find(reservation.customer);
    if (customer === undefined) return { kind: 'incomplete', id: reservation.customer };
    if (!isLeft(reservation, customer)) return { kind: 'customer', customer };
    await giveBack(customer);
    return { kind: 'nobody' };
  };

  const claimOnce = async (address: Address, id: CustomerId): Promise<CustomerId | undefined> => {
    const claim = randomHex(8);
    const holder = await holderOf(address);
    if (holder.kind === 'nobody') {
      return (await store.reserve({ _id: address.key, customer: id, claim })) ? id : undefined;
    }
    const holderId = holder.kind === 'incomplete' ? holder.id : holder.customer._id;
    if (holderId !== id) return holderId;
    const mine = await store.reservation(address.key);
    return mine?.customer === id && (await store.reclaim(mine, claim)) ? id : undefined;
  };

  return {
    holderOf,
    giveBack,
    claim: async (address, id) => {
      for (let attempt = 1; attempt <= claimTries; attempt += 1) {
        const holder = await claimOnce(address, id);
        if (holder !== undefined) return holder;
      }
      throw new Error('an address changed hands again and again');
    },
    releaseOf: async (address, id) => {
      const reservation = await store.reservation(address.key);
      if (reservation?.customer !== id) return undefined;
      return { key: reservation._id, claim: reservation.claim };
    },
  };
};
