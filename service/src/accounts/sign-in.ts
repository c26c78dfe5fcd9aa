import { Problem } from '../base/problem.js';
import type { Accounts } from './accounts.js';
import { type Address, parseAddress } from './address.js';
import type { Addresses } from './addresses.js';
import { accountCode, knownCode, signInCode } from './code-ids.js';
import type { CodeDocument, PendingAccount } from './codes/code-document.js';
import { guessesPerCode, strangersGuesses } from './codes/code-limits.js';
import type { Codes } from './codes/codes.js';
import type { KnownPlaces } from './codes/known-places.js';
import type { Customers, NewCustomer } from './customers.js';
import type { Passwords } from './password.js';
import { shown } from './shown.js';
import { endOthers } from './sign-ins.js';
import type { CustomerChange, CustomerDocument } from './store.js';

interface SignInDependencies {
  readonly addresses: Pick<Addresses, 'holderOf'>;
  readonly customers: Customers;
  readonly codes: Codes;
  readonly knownPlaces: KnownPlaces;
  readonly passwords: Passwords;
}

const codeForm = /^\d{6}$/;

const newcomer = (pending: PendingAccount | null): NewCustomer => ({
  firstName: pending?.firstName ?? '',
  lastName: pending?.lastName ?? '',
  passwordHash: pending?.passwordHash ?? null,
  unverifiedPhone: pending?.phone ?? null,
  isVerified: true,
});

/** A guest gets what was asked for with the code; an account that somebody has signed in to is left as it is. */
const inForce = (pending: PendingAccount | null, read: CustomerDocument): CustomerChange => {
  const isSomebodys = read.passwordHash !== null || read.emailVerifiedAt !== null || read.phone !== null;
  if (pending === null || isSomebodys) return {};
  return {
    passwordHash: pending.passwordHash,
    unverifiedPhone: pending.phone,
    ...(pending.passwordHash !== null && { signIns: endOthers(read.signIns, undefined) }),
    ...(pending.firstName !== '' && { firstName: pending.firstName }),
    ...(pending.lastName !== '' && { lastName: pending.lastName }),
  };
};

/** Who somebody is, by a password or by a code sent to their address. */
export const createSignIn = (
  dependencies: SignInDependencies,
): Pick<Accounts, 'findByEmail' | 'verifyPassword' | 'verifyCode'> => {
  const { addresses, customers, codes, knownPlaces, passwords } = dependencies;

  const byEmail = async (text: string): Promise<CustomerDocument | undefined> => {
    const address = parseAddress({ email: text });
    const holder = address === undefined ? undefined : await addresses.holderOf(address);
    if (holder?.kind !== 'customer') return undefined;
    return holder.customer.email === address?.text ? holder.customer : undefined;
  };

  /** Whoever signs in is let in all the same, and their next time will do. */
  const hashUnlessBusy = async (password: string): Promise<string | undefined> => {
    try {
      return await passwords.hash(password);
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };

  const rehash = async (known: CustomerDocument, password: string): Promise<void> => {
    if (known.passwordHash === null || !passwords.isOutdated(known.passwordHash)) return;
    const passwordHash = await hashUnlessBusy(password);
    if (passwordHash === undefined) return;
    await customers.change(known._id, (read) =>
      read.passwordHash === known.passwordHash ? { passwordHash } : {},
    );
  };

  /** Every code of the address is guessed at, so that the count of guesses is the same whatever is asked for. */
  const guess = async (
    address: Address,
    code: string,
    place: string | undefined,
  ): Promise<CodeDocument | undefined> => {
    const isKnown = await knownPlaces.isKnown(address, place);
    const signIn = await codes.guess(signInCode(address), code);
    const account = await codes.guess(accountCode(address), code);
    const known = await codes.guess(knownCode(address), code, isKnown ? guessesPerCode : strangersGuesses);
    return signIn ?? account ?? known;
  };

  const prove = async (
    address: Address,
    pending: PendingAccount | null,
  ): Promise<CustomerDocument | undefined> => {
    const { customer } = await customers.findOrMake(address, newcomer(pending));
    return customers.adopt(customer._id, address, (read) => inForce(pending, read));
  };

  return {
    findByEmail: async (text) => {
      const known = await byEmail(text);
      return known === undefined ? undefined : shown(known);
    },
    verifyPassword: async (text, password, place) => {
      const address = parseAddress({ email: text });
      const known = address === undefined ? undefined : await byEmail(text);
      const isMatch = await passwords.matches(known?.passwordHash ?? undefined, password);
      if (!isMatch || known === undefined || address === undefined) return undefined;
      await rehash(known, password);
      await knownPlaces.remember(address, place);
      return shown(known);
    },
    verifyCode: async (written, text, place) => {
      const address = parseAddress(written);
      const code = text.trim();
      if (address === undefined || !codeForm.test(code)) return undefined;
      const right = await guess(address, code, place);
      if (right === undefined) return undefined;
      // In force before the code is used up: who dies in between may use it again, and changes nothing by it.
      const customer = await prove(address, right.pending);
      if (customer === undefined || !(await codes.consume(right))) return undefined;
      const spent = [signInCode(address), accountCode(address), knownCode(address)];
      await Promise.all(spent.map(codes.drop));
      await knownPlaces.remember(address, place);
      return shown(customer);
    },
  };
};
