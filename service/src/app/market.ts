import { codeCollection, codeLimitCollection } from '../accounts/codes/code-document.js';
import { knownPlaceCollection } from '../accounts/codes/known-places.js';
import { createAccounts } from '../accounts/create-accounts.js';
import type { PasswordCost } from '../accounts/password.js';
import { createShuffledNumber } from '../accounts/shuffled-number.js';
import { customerCollection, reservedCollection } from '../accounts/store.js';
import { walletCollection } from '../accounts/wallet/wallet.js';
import { createWalletGrants } from '../accounts/wallet/wallet-grants.js';
import { createWallets } from '../accounts/wallet/wallets.js';
import type { Clock } from '../base/clock.js';
import { counterCollection, createCounter } from '../base/counters.js';
import { deriveKey } from '../base/derived-key.js';
import type { Database } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import { createHoldings } from '../bookings/holdings.js';
import { createSettlement } from '../bookings/settlement.js';
import { bookingCollection, createBookingStore } from '../bookings/store.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import { createInventory } from '../inventory/create-inventory.js';
import { poolCollection } from '../inventory/pool.js';
import type { Messages } from '../messages/messages.js';
import { authorizationCodeCollection } from '../oauth/authorization-code-store.js';
import { clientCollection } from '../oauth/clients/client-store.js';
import { createOAuth } from '../oauth/create-oauth.js';
import { familyCollection } from '../oauth/family-store.js';
import { createEventAvailability } from '../quotes/event-availability.js';
import { createQuoteSeal } from '../quotes/quote-seal.js';
import { createQuotes } from '../quotes/quotes.js';

interface MarketOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly randomHex: RandomHex;
  readonly secretKey: string;
  readonly messages: Pick<Messages, 'enqueue'>;
  /** Work of a password's hash; less of it in tests. */
  readonly passwordCost?: PasswordCost;
}

/** What is sold, to whom, at which price, and who holds which space. */
export const createMarket = (options: MarketOptions) => {
  const { database, clock, catalogue, randomHex, secretKey, messages, passwordCost } = options;
  const accounts = createAccounts({
    customers: database.collection(customerCollection),
    reserved: database.collection(reservedCollection),
    codes: database.collection(codeCollection),
    codeLimits: database.collection(codeLimitCollection),
    knownPlaces: database.collection(knownPlaceCollection),
    messages,
    nextCustomerId: createShuffledNumber(
      createCounter({
        documents: database.collection(counterCollection),
        clock,
        name: 'customers',
        blockSize: 100,
        floor: () => 1001,
      }),
      deriveKey(secretKey, 'customer id'),
    ),
    clock,
    randomHex,
    codeKey: deriveKey(secretKey, 'verification code'),
    ...(passwordCost === undefined ? {} : { passwordCost }),
  });
  const oauth = createOAuth({
    clients: database.collection(clientCollection),
    families: database.collection(familyCollection),
    codes: database.collection(authorizationCodeCollection),
    accounts,
    clock,
    randomHex,
    macKey: deriveKey(secretKey, 'token'),
  });
  const bookingStore = createBookingStore(database.collection(bookingCollection), clock);
  const settlement = createSettlement(bookingStore);
  const inventory = createInventory({ pools: database.collection(poolCollection), settlement, clock });
  const walletDocuments = database.collection(walletCollection);
  const wallets = createWallets({ documents: walletDocuments, settlement, clock });
  const walletGrants = createWalletGrants({ documents: walletDocuments, clock });
  const holdings = createHoldings({ inventory, wallets });
  const quotes = createQuotes({
    catalogue,
    inventory,
    seal: createQuoteSeal([{ version: '1', secret: secretKey }]),
    clock,
  });
  const eventAvailability = createEventAvailability({ catalogue, inventory, clock });
  return {
    accounts,
    oauth,
    bookingStore,
    settlement,
    inventory,
    wallets,
    walletGrants,
    holdings,
    quotes,
    eventAvailability,
  };
};

export type Market = ReturnType<typeof createMarket>;
