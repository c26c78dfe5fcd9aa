import { collectionSpec } from '../../base/documents.js';
import type { CustomerId } from '../../base/ids.js';
import type { Currency } from '../../base/money.js';
import type { HeldEntry } from '../../base/settlement.js';
import type { Coupon } from './coupon.js';

/** Money given to a customer. The reference tells a repeat of the same grant from another one. */
export interface Credit {
  readonly reference: string;
  readonly currency: Currency;
  readonly minor: number;
  readonly grantedAt: number;
}

/** What one booking has taken out of the wallet: some credit, a coupon, or both. */
export interface WalletEntry extends HeldEntry {
  readonly currency: Currency;
  readonly creditMinor: number;
  readonly coupon: string | null;
}

/**
 * A customer's credits and coupons, and which booking took what: spent by the protocol of the pools (DATA.md, "Booking").
 * Entries stay as long as their booking; each takes something that was granted, so there are never many. Instants are epoch ms.
 */
export interface WalletDocument {
  readonly _id: CustomerId;
  /** Counts the writes; every write compares it. */
  readonly v: number;
  readonly credits: readonly Credit[];
  readonly coupons: readonly Coupon[];
  readonly r: readonly WalletEntry[];
  /** The earliest `u` of the entries. */
  readonly u0: number | null;
}

export const walletCollection = collectionSpec<WalletDocument>({ name: 'wallets', indexes: [['u0']] });

export const emptyWallet = (customer: CustomerId): WalletDocument => ({
  _id: customer,
  v: 0,
  credits: [],
  coupons: [],
  r: [],
  u0: null,
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

export const grantedCredit = ({ credits }: Pick<WalletDocument, 'credits'>, currency: Currency): number =>
  sum(credits.filter((credit) => credit.currency === currency).map(({ minor }) => minor));

export const spentCredit = ({ r }: Pick<WalletDocument, 'r'>, currency: Currency): number =>
  sum(r.filter((entry) => entry.currency === currency).map(({ creditMinor }) => creditMinor));

/** Credit that no booking has taken, minor units. */
export const creditLeft = (wallet: Pick<WalletDocument, 'credits' | 'r'>, currency: Currency): number =>
  Math.max(grantedCredit(wallet, currency) - spentCredit(wallet, currency), 0);

export const isUnused = ({ r }: Pick<WalletDocument, 'r'>, code: string): boolean =>
  r.every(({ coupon }) => coupon !== code);
