import type { Addresses } from './addresses.js';
import type { CodeStore } from './codes/code-store.js';
import type { AccountStore } from './store.js';

interface AccountRetentionDependencies {
  readonly store: Pick<AccountStore, 'withReleased'>;
  readonly addresses: Pick<Addresses, 'giveBack'>;
  readonly codeStore: Pick<CodeStore, 'forget'>;
  readonly now: () => number;
}

const batch = 500;

/** Tidies up: codes that lapsed, with the accounts asked for and never confirmed, and addresses whose release died half-way. */
export const createAccountRetention =
  ({ store, addresses, codeStore, now }: AccountRetentionDependencies) =>
  async (): Promise<void> => {
    await codeStore.forget(now());
    for (const customer of await store.withReleased(batch)) await addresses.giveBack(customer);
  };
