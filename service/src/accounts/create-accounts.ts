import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import type { Documents } from '../base/documents.js';
import { type CustomerId, customerId } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { Accounts, Customer } from './accounts.js';
import { parseEmail } from './email.js';
import { createPasswords, defaultPasswordCost, isAcceptablePassword, type PasswordCost } from './password.js';
import { type CustomerDocument, createAccountStore, type ReservedDocument } from './store.js';

interface AccountsDependencies {
  readonly customers: Documents<CustomerDocument>;
  readonly reserved: Documents<ReservedDocument>;
  readonly nextCustomerId: NextNumber;
  readonly clock: Pick<Clock, 'now'>;
  readonly passwordCost?: PasswordCost;
}

interface NewCustomer {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const shown = ({ _id, email, firstName, lastName, passwordHash }: CustomerDocument): Customer => ({
  id: _id,
  email,
  firstName,
  lastName,
  hasPassword: passwordHash !== null,
});

const requireEmail = (text: string): string => {
  const email = parseEmail(text);
  if (email === undefined) throw new Problem('request_parameter_invalid', { fields: ['customer_email'] });
  return email;
};

/** Customers and their e-mail addresses, each address once, whoever asks at the same time. */
export const createAccounts = (dependencies: AccountsDependencies): Accounts => {
  const { nextCustomerId, clock, passwordCost = defaultPasswordCost } = dependencies;
  const store = createAccountStore(dependencies);
  const passwords = createPasswords(passwordCost);

  /** The address first, then the customer under the id it was reserved for: who dies in between is completed by the next. */
  const reserve = async (email: string): Promise<CustomerId> =>
    (await store.reserved(email)) ?? store.reserve(email, customerId(await nextCustomerId()));

  const insert = async (
    customer: NewCustomer,
    passwordHash: string | null,
  ): Promise<{ readonly outcome: 'inserted' | 'exists'; readonly document: CustomerDocument }> => {
    const document = {
      _id: await reserve(customer.email),
      email: customer.email,
      firstName: customer.firstName,
      lastName: customer.lastName,
      passwordHash,
      createdAt: clock.now(),
    };
    return { outcome: await store.insert(document), document };
  };

  return {
    find: async (id) => {
      const known = await store.find(id);
      return known === undefined ? undefined : shown(known);
    },
    findOrCreateGuest: async (guest) => {
      const email = requireEmail(guest.email);
      const known = await store.findByEmail(email);
      if (known !== undefined) return shown(known);
      const { outcome, document } = await insert({ ...guest, email }, null);
      return shown(outcome === 'inserted' ? document : ((await store.find(document._id)) ?? document));
    },
    verifyPassword: async (text, password) => {
      const email = parseEmail(text);
      const known = email === undefined ? undefined : await store.findByEmail(email);
      const isMatch = await passwords.matches(known?.passwordHash ?? undefined, password);
      return isMatch && known !== undefined ? shown(known) : undefined;
    },
    createWithPassword: async ({ password, ...customer }) => {
      const email = requireEmail(customer.email);
      if (!isAcceptablePassword(password)) {
        throw new Problem('request_parameter_invalid', { fields: ['password'] });
      }
      if ((await store.findByEmail(email)) !== undefined) return 'exists';
      const { outcome, document } = await insert({ ...customer, email }, await passwords.hash(password));
      return outcome === 'inserted' ? shown(document) : 'exists';
    },
  };
};
