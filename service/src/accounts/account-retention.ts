import type { Addresses } from './addresses.js';
import type { CodeStore } from './codes/code-store.js';
import type { KnownPlaces } from './codes/known-places.js';
import type { AccountStore } from './store.js';

interface AccountRetentionDependencies {
  readonly store: Pick<AccountStore, 'withReleased'>;
  readonly addresses: Pick<Addresses, 'giveBack'>;
  readonly codeStore: Pick<CodeStore, 'forget'>;
  readonly knownPlaces: Pick<KnownPlaces, 'forget'>;
  readonly now: () => number;
}

const batch = 500;

/** Tidies up: codes that lapsed, with the accounts asked for and never confirmed, places not signed in from for long, and addresses whose release died half-way. */
export const createAccountRetention =
  ({ store, addresses, codeStore, knownPlaces, now }: AccountRetentionDependencies) =>
  async (): Promise<void> => {
    await Promise.all([codeStore.forget(now()), knownPlaces.forget()]);
    for (const customer of await store.withReleased(batch)) await addresses.giveBack(customer);
  };
