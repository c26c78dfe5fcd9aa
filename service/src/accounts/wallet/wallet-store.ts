import type { Documents } from '../../base/documents.js';
import type { CustomerId } from '../../base/ids.js';
import { earliestExpiry } from '../../base/settlement.js';
import { unlessTaken } from '../../base/unless-taken.js';
import type { WalletDocument } from './wallet.js';

export type WalletChange = Partial<Pick<WalletDocument, 'credits' | 'coupons' | 'r'>>;

export interface WalletStore {
  readonly read: (customer: CustomerId) => Promise<WalletDocument | undefined>;
  /** Changes the wallet as it was read (version 0: there was none); `undefined` when somebody else wrote since. */
  readonly write: (read: WalletDocument, change: WalletChange) => Promise<WalletDocument | undefined>;
  /** Wallets with an entry whose time has passed, the longest waiting first. */
  readonly expired: (now: number, limit: number) => Promise<readonly WalletDocument[]>;
}

/** Nothing but reads and compare-and-set writes. */
export const createWalletStore = (documents: Documents<WalletDocument>): WalletStore => {
  const insert = async (wallet: WalletDocument): Promise<WalletDocument | undefined> =>
    (await unlessTaken(() => documents.insertOne(wallet))) ? wallet : undefined;

  return {
    read: async (customer) => (await documents.findOne({ _id: customer })) ?? undefined,
    write: async (read, change) => {
      const set = { ...change, u0: earliestExpiry(change.r ?? read.r) };
      const next = { ...read, ...set, v: read.v + 1 };
      if (read.v === 0) return insert(next);
      const outcome = await documents.updateOne({ _id: read._id, v: read.v }, { $set: set, $inc: { v: 1 } });
      return outcome.matchedCount === 1 ? next : undefined;
    },
    expired: (now, limit) => documents.find({ u0: { $lte: now } }, { sort: { u0: 1 }, limit }).toArray(),
  };
};
