import type { WalletDocument, WalletEntry } from '../../../src/accounts/wallet/wallet.js';
import type { Documents } from '../../../src/base/documents.js';
import { customerId } from '../../../src/base/ids.js';
import type { AttemptOutcome, AttemptSteps, Draft } from '../../../src/bookings/attempt.js';
import type { PoolDocument, PoolEntry } from '../../../src/inventory/pool.js';
import type { Planted } from './protocol.js';

export const nothingPlanted: Planted = { name: 'the product as it is' };

/** DATA.md: "hold first and booking later (oversells after an expiry)". */
export const holdFirst: Planted = {
  name: 'holds first and inserts the booking later',
  attempt:
    (steps: AttemptSteps) =>
    async (draft: Draft): Promise<AttemptOutcome> => {
      if ((await steps.hold(draft)) !== 'held') return 'sold_out';
      await steps.insert(draft.booking);
      return (await steps.commit(draft)) ? 'booked' : 'overtaken';
    },
};

/** DATA.md: "expiry without voiding". */
export const expiryWithoutVoiding: Planted = {
  name: 'settles an expired entry without voiding its booking',
  settlement: (settlement, store) => ({
    ...settlement,
    settle: async (booking) => ((await store.find(booking))?.st === 'booked' ? 'booked' : 'gone'),
  }),
};

/** DATA.md: "Never by the clock alone". */
export const expiryByTheClock: Planted = {
  name: 'settles by the clock alone',
  settlement: () => ({ decided: async () => new Map(), settle: async () => 'gone' }),
};

/** DATA.md: "a commit without `st` in its filter". */
export const commitWithoutState: Planted = {
  name: 'commits without the state in its filter',
  store: (store, { bookings }) => ({
    ...store,
    commit: async (id, out) => {
      const outcome = await bookings.updateOne(
        { _id: id },
        { $set: { st: 'booked', out, outAt: 1 }, $inc: { rev: 1 } },
      );
      return outcome.matchedCount === 1;
    },
  }),
};

const withoutExpiry = ({ b, s, e }: PoolEntry): PoolEntry => ({ b, s, e });

/** DATA.md: "entries without `u` (a late push leaks for ever)". */
export const entriesWithoutExpiry: Planted = {
  name: 'writes entries without an expiry',
  pools: (pools: Documents<PoolDocument>) => ({
    ...pools,
    insertOne: (pool) => pools.insertOne({ ...pool, r: pool.r.map(withoutExpiry), u0: null }),
    updateOne: (filter, update) =>
      pools.updateOne(filter, {
        ...update,
        $set: { ...update.$set, r: (update.$set?.r ?? []).map(withoutExpiry), u0: null },
      }),
  }),
};

/** DATA.md: "without `release` in the same write a crash leaks the space". */
export const cancelThenRelease: Planted = {
  name: 'cancels first and asks for the release in a second write',
  store: (store, { bookings }) => ({
    ...store,
    cancel: async (booking, out) => {
      const without = out.filter((kind) => kind !== 'release');
      if (!(await store.cancel(booking, without))) return false;
      await bookings.updateOne(
        { _id: booking._id, rev: booking.rev + 1 },
        { $set: { out }, $inc: { rev: 1 } },
      );
      return true;
    },
  }),
};

/** DATA.md: "pulling a kind and unsetting `outAt` loses a cancel written in between". */
export const clearWithoutRev: Planted = {
  name: 'clears the outbox without comparing rev',
  store: (store, { bookings }) => ({
    ...store,
    clearOutbox: async ({ _id }) => {
      const outcome = await bookings.updateOne({ _id }, { $set: { out: [] }, $unset: { outAt: 1 } });
      return outcome.matchedCount === 1;
    },
  }),
};

/** The compare-and-set on the pool is what keeps two writers of the last space apart. */
export const writeWithoutVersion: Planted = {
  name: 'writes a pool without comparing its version',
  pools: (pools: Documents<PoolDocument>) => ({
    ...pools,
    updateOne: ({ _id = '' }, update) => pools.updateOne({ _id }, update),
  }),
};

/** The same on the wallet: two writers of the last credit. */
export const walletWithoutVersion: Planted = {
  name: 'writes a wallet without comparing its version',
  walletDocuments: (wallets: Documents<WalletDocument>) => ({
    ...wallets,
    updateOne: ({ _id = customerId(0) }, update) => wallets.updateOne({ _id }, update),
  }),
};

const forGood = ({ u: _, ...entry }: WalletEntry): WalletEntry => entry;

export const creditWithoutExpiry: Planted = {
  name: 'takes credit without an expiry',
  walletDocuments: (wallets: Documents<WalletDocument>) => ({
    ...wallets,
    updateOne: (filter, update) =>
      wallets.updateOne(filter, {
        ...update,
        $set: { ...update.$set, r: (update.$set?.r ?? []).map(forGood), u0: null },
      }),
  }),
};

export const spacesReleasedAlone: Planted = {
  name: 'gives back the spaces of a cancelled booking and not its credit',
  holdings: (holdings) => ({
    ...holdings,
    release: ({ spent: _, ...booking }) => holdings.release(booking),
  }),
};

export const creditTakenAfterwards: Planted = {
  name: 'takes the credit after the commit',
  attempt: (steps: AttemptSteps) => async (draft: Draft) => {
    const { spent: _, ...unspent } = draft.booking;
    if ((await steps.insert(draft.booking)) === 'exists') return 'overtaken';
    if ((await steps.hold({ ...draft, booking: unspent })) !== 'held') return 'sold_out';
    if (!(await steps.commit(draft))) return 'overtaken';
    await steps.hold(draft);
    return 'booked';
  },
};

export const walletUnchecked: Planted = {
  name: 'books although the wallet is short',
  wallets: (wallets) => ({
    ...wallets,
    hold: async (request) => {
      await wallets.hold(request);
      return 'held';
    },
  }),
};
