import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import type { Documents } from '../base/documents.js';
import type { CustomerId, RandomHex } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { Messages } from '../messages/messages.js';
import { createAccountRetention } from './account-retention.js';
import type { Accounts } from './accounts.js';
import { parseAddress } from './address.js';
import { createAddresses } from './addresses.js';
import { createChangeAccount } from './change-account.js';
import { accountCode, knownCode, signInCode } from './code-ids.js';
import { createSendCode } from './code-post.js';
import type { CodeDocument, CodeLimitDocument } from './codes/code-document.js';
import { createCodeStore } from './codes/code-store.js';
import { createCodes } from './codes/codes.js';
import { createKnownPlaces, type KnownPlaceDocument } from './codes/known-places.js';
import { createContest } from './contest.js';
import { createCustomers } from './customers.js';
import { createPasswords, defaultPasswordCost, type PasswordCost } from './password.js';
import { profileOf, shown } from './shown.js';
import { createSignIn } from './sign-in.js';
import { createSignUp, requireAddress, requirePassword } from './sign-up.js';
import { type CustomerDocument, createAccountStore, type ReservedDocument } from './store.js';

interface AccountsDependencies {
  readonly customers: Documents<CustomerDocument>;
  readonly reserved: Documents<ReservedDocument>;
  readonly codes: Documents<CodeDocument>;
  readonly codeLimits: Documents<CodeLimitDocument>;
  readonly knownPlaces: Documents<KnownPlaceDocument>;
  readonly messages: Pick<Messages, 'enqueue'>;
  readonly nextCustomerId: NextNumber;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
  /** 32 bytes that nobody else has: codes and known places are kept as MACs under it. */
  readonly codeKey: Uint8Array;
  readonly passwordCost?: PasswordCost;
}

const guestEmail = (text: string) => {
  try {
    return requireAddress('email', text);
  } catch (error) {
    if (error instanceof Problem)
      throw new Problem('request_parameter_invalid', { fields: ['customer_email'] });
    throw error;
  }
};

/** Customers, their addresses (each address once, whoever asks at the same time) and the ways to show who one is. */
export const createAccounts = (dependencies: AccountsDependencies): Accounts => {
  const { messages, nextCustomerId, clock, randomHex, passwordCost = defaultPasswordCost } = dependencies;
  const store = createAccountStore(dependencies);
  const codeStore = createCodeStore({ codes: dependencies.codes, limits: dependencies.codeLimits });
  const codes = createCodes({ store: codeStore, clock, randomHex, macKey: dependencies.codeKey });
  const knownPlaces = createKnownPlaces({
    documents: dependencies.knownPlaces,
    clock,
    macKey: dependencies.codeKey,
  });
  const listeners: ((customer: CustomerId) => void)[] = [];
  const signInsEnded = (customer: CustomerId): void => {
    for (const listen of listeners) listen(customer);
  };
  const addresses = createAddresses({ store, randomHex });
  const customers = createCustomers({ store, addresses, nextCustomerId, clock, signInsEnded });
  const passwords = createPasswords(passwordCost);
  const sendCode = createSendCode({ codes, messages });
  const contest = createContest({ codes, passwords });

  return {
    ...createSignIn({ addresses, customers, codes, knownPlaces, passwords }),
    signUp: createSignUp({ addresses, codes, passwords, sendCode, contest }),
    change: createChangeAccount({ store, addresses, customers, codes, passwords, sendCode, messages }),
    sendCode: async (written, locale, place) => {
      const address =
        'email' in written ? requireAddress('email', written.email) : requireAddress('phone', written.phone);
      // Whoever awaits this code might take a stranger's new account's for it.
      const wish = await codes.live(accountCode(address));
      if (wish !== undefined) await codes.strip(wish);
      const isKnown = await knownPlaces.isKnown(address, place);
      await codes.admit(address, isKnown);
      const codeId = isKnown ? knownCode(address) : signInCode(address);
      await sendCode({ codeId, address, locale, template: 'verification_code' });
    },
    admitLetter: async (email) => {
      const address = parseAddress({ email });
      return address === undefined || codes.admitLetter(address);
    },
    whenSignInsEnd: (listen) => {
      listeners.push(listen);
    },
    tidy: createAccountRetention({ store, addresses, codeStore, knownPlaces, now: clock.now }),
    find: async (id) => {
      const known = await store.find(id);
      return known === undefined ? undefined : shown(known);
    },
    profile: async (id) => {
      const known = await store.find(id);
      return known === undefined ? undefined : profileOf(known);
    },
    findOrCreateGuest: async ({ email, firstName, lastName }) => {
      const unknown = { passwordHash: null, unverifiedPhone: null, isVerified: false };
      const { customer } = await customers.findOrMake(guestEmail(email), { firstName, lastName, ...unknown });
      return shown(customer);
    },
    createWithPassword: async ({ email, firstName, lastName, password }) => {
      const address = requireAddress('email', email);
      requirePassword(password, [address.text]);
      if ((await addresses.holderOf(address)).kind === 'customer') return 'exists';
      const passwordHash = await passwords.hash(password);
      const vouched = { passwordHash, unverifiedPhone: null, isVerified: true };
      const made = await customers.findOrMake(address, { firstName, lastName, ...vouched });
      return made.isNew ? shown(made.customer) : 'exists';
    },
  };
};
