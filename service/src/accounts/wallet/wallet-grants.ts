import type { Clock } from '../../base/clock.js';
import type { Documents } from '../../base/documents.js';
import type { CustomerId } from '../../base/ids.js';
import { type Coupon, isSameCoupon } from './coupon.js';
import { type Credit, emptyWallet, type WalletDocument } from './wallet.js';
import { createWalletStore, type WalletChange } from './wallet-store.js';

/** `conflict`: the reference or code stands for something else already. A repeat of the same is answered as the first. */
export type Granted = WalletDocument | 'conflict';

/** What an operator may do to a customer's wallet. */
export interface WalletGrants {
  readonly credit: (customer: CustomerId, credit: Omit<Credit, 'grantedAt'>) => Promise<Granted>;
  readonly coupon: (customer: CustomerId, coupon: Omit<Coupon, 'grantedAt'>) => Promise<Granted>;
  /** An empty one where nothing was ever granted. */
  readonly view: (customer: CustomerId) => Promise<WalletDocument>;
}

const isSameCredit = (one: Credit, other: Credit): boolean =>
  one.currency === other.currency && one.minor === other.minor;

/** The change a grant makes; nothing to change where it was made before. */
type Change = (wallet: WalletDocument) => WalletChange | 'known' | 'conflict';

const addCredit =
  (credit: Credit): Change =>
  ({ credits }) => {
    const known = credits.find(({ reference }) => reference === credit.reference);
    if (known === undefined) return { credits: [...credits, credit] };
    return isSameCredit(known, credit) ? 'known' : 'conflict';
  };

const addCoupon =
  (coupon: Coupon): Change =>
  ({ coupons }) => {
    const known = coupons.find(({ code }) => code === coupon.code);
    if (known === undefined) return { coupons: [...coupons, coupon] };
    return isSameCoupon(known, coupon) ? 'known' : 'conflict';
  };

export const createWalletGrants = ({
  documents,
  clock,
}: {
  readonly documents: Documents<WalletDocument>;
  readonly clock: Pick<Clock, 'now'>;
}): WalletGrants => {
  const store = createWalletStore(documents);

  const apply = async (customer: CustomerId, change: Change): Promise<Granted> => {
    for (;;) {
      const wallet = (await store.read(customer)) ?? emptyWallet(customer);
      const changed = change(wallet);
      if (changed === 'conflict') return changed;
      if (changed === 'known') return wallet;
      const written = await store.write(wallet, changed);
      if (written !== undefined) return written;
    }
  };

  return {
    credit: (customer, credit) => apply(customer, addCredit({ ...credit, grantedAt: clock.now() })),
    coupon: (customer, coupon) => apply(customer, addCoupon({ ...coupon, grantedAt: clock.now() })),
    view: async (customer) => (await store.read(customer)) ?? emptyWallet(customer),
  };
};
