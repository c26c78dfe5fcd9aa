import type { Clock } from '../../base/clock.js';
import type { Documents } from '../../base/documents.js';
import type { BookingId, CustomerId } from '../../base/ids.js';
import type { Money } from '../../base/money.js';
import { createSettleEntries, type Settlement } from '../../base/settlement.js';
import { creditLeft, isUnused, type WalletDocument, type WalletEntry } from './wallet.js';
import { noSpending, type Spending, spendingFor } from './wallet-spending.js';
import { createWalletStore } from './wallet-store.js';

export interface WalletHold extends Pick<Spending, 'currency' | 'coupon' | 'creditMinor'> {
  readonly customer: CustomerId;
  readonly booking: BookingId;
  /** Until when the entry may stay unsettled (the booking's own `until`). */
  readonly until: number;
}

/** What customers hold in credits and coupons, as bookings spend it. */
export interface Wallets {
  /** What the wallet would take off a price now; reads, writes nothing. */
  readonly spendingFor: (customer: CustomerId, price: Money) => Promise<Spending>;
  /** Takes all of it or nothing; `short` when the wallet no longer has it. Again for the same booking is harmless. */
  readonly hold: (request: WalletHold) => Promise<'held' | 'short'>;
  /** Puts back what the booking took; again is harmless. */
  readonly release: (customer: CustomerId, booking: BookingId) => Promise<void>;
  /** Settles the expired entries of all wallets that have some (the janitor). Answers in how many. */
  readonly settleExpired: (now: number) => Promise<number>;
}

interface WalletsDependencies {
  readonly documents: Documents<WalletDocument>;
  readonly settlement: Settlement;
  readonly clock: Pick<Clock, 'now'>;
}

const walletsPerPass = 200;

const settleEntries = createSettleEntries<WalletEntry>(({ b, currency, creditMinor, coupon }) => ({
  b,
  currency,
  creditMinor,
  coupon,
}));

const hasEnough = (wallet: WalletDocument, { currency, coupon, creditMinor }: WalletHold): boolean =>
  creditLeft(wallet, currency) >= creditMinor && (coupon === null || isUnused(wallet, coupon));

const ownEntry = ({ booking, currency, creditMinor, coupon, until }: WalletHold): WalletEntry => ({
  b: booking,
  currency,
  creditMinor,
  coupon,
  u: until,
});

/** Spending from wallets, one document per customer, by compare-and-set; the protocol is that of the pools. */
export const createWallets = ({ documents, settlement, clock }: WalletsDependencies): Wallets => {
  const store = createWalletStore(documents);

  /** The very same wallet when nothing of it is settled. */
  const settled = async (wallet: WalletDocument): Promise<WalletDocument> => {
    const r = await settleEntries(wallet.r, clock.now(), settlement);
    return r === wallet.r ? wallet : { ...wallet, r };
  };

  const settleWallet = async (wallet: WalletDocument): Promise<void> => {
    const { r } = await settled(wallet);
    if (r !== wallet.r) await store.write(wallet, { r });
  };

  return {
    spendingFor: async (customer, price) => {
      const wallet = await store.read(customer);
      if (wallet === undefined) return noSpending(price.currency);
      return spendingFor(await settled(wallet), price, clock.now());
    },
    hold: async (request) => {
      for (;;) {
        const wallet = await store.read(request.customer);
        if (wallet === undefined) return 'short';
        if (wallet.r.some(({ b }) => b === request.booking)) return 'held';
        const current = hasEnough(wallet, request) ? wallet : await settled(wallet);
        if (!hasEnough(current, request)) return 'short';
        if ((await store.write(wallet, { r: [...current.r, ownEntry(request)] })) !== undefined)
          return 'held';
      }
    },
    release: async (customer, booking) => {
      for (;;) {
        const wallet = await store.read(customer);
        if (wallet === undefined || wallet.r.every(({ b }) => b !== booking)) return;
        const r = wallet.r.filter(({ b }) => b !== booking);
        if ((await store.write(wallet, { r })) !== undefined) return;
      }
    },
    settleExpired: async (now) => {
      const expired = await store.expired(now, walletsPerPass);
      const outcomes = await Promise.allSettled(expired.map(settleWallet));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return expired.length;
    },
  };
};
