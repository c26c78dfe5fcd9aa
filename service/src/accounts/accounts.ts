import type { SignIn } from '../base/caller.js';
import type { CustomerId } from '../base/ids.js';
import type { Locale } from '../base/locale.js';
import type { WrittenAddress } from './address.js';
import type { SignIns } from './sign-ins.js';

export interface Customer {
  readonly id: CustomerId;
  /** Empty where the account was made by phone. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** A passwordless customer signs in with a code. */
  readonly hasPassword: boolean;
  readonly signIns: SignIns;
}

/** What customers see of their own account. */
export interface Profile extends Customer {
  /** In E.164, always verified; empty where there is none. */
  readonly phone: string;
  /** Whoever has the account has shown that the address is theirs; not so for a guest. */
  readonly isEmailVerified: boolean;
  /** Asked for by the customer, and not confirmed yet. */
  readonly unverifiedEmail: string;
  readonly unverifiedPhone: string;
}

export interface SignUp {
  /** At least one of the two. */
  readonly email?: string;
  readonly phone?: string;
  /** Absent: passwordless. */
  readonly password?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
}

/** What a customer wants changed; absent is left as it is. */
export interface CustomerChanges {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  /** Proof, for a new password or address, of a customer who has a password. */
  readonly currentPassword?: string;
  /** Proof of a passwordless customer: a code sent to an address the account has. */
  readonly currentCode?: string;
  /** The code sent to the new address, which counts from now on. */
  readonly verificationCode?: string;
  /** Goes on when a new password or address ends all others; absent: none does. */
  readonly signIn?: SignIn;
  readonly locale: Locale;
}

export interface Accounts {
  readonly find: (id: CustomerId) => Promise<Customer | undefined>;
  readonly profile: (id: CustomerId) => Promise<Profile | undefined>;
  /** Case-insensitive; tells whether there is an account, so only for who may know. */
  readonly findByEmail: (email: string) => Promise<Customer | undefined>;
  /** The customer of that e-mail address (case-insensitive), made without a password where there is none. */
  readonly findOrCreateGuest: (guest: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  }) => Promise<Customer>;
  /**
   * Takes the same time for an unknown address as for a wrong password. Here and below, `place` is the client's address;
   * where owners signed in before, no stranger uses up their codes.
   */
  readonly verifyPassword: (email: string, password: string, place?: string) => Promise<Customer | undefined>;
  /**
   * The customer of an address, by the code that was sent there; a code does once, and few guesses are had. Makes the
   * account where the address has none, and puts a password that was asked for with the code in force.
   */
  readonly verifyCode: (
    address: WrittenAddress,
    code: string,
    place?: string,
  ) => Promise<Customer | undefined>;
  /** Sends a sign-in code, whether or not the address has an account. Throws `account_codes_limited`. */
  readonly sendCode: (address: WrittenAddress, locale: Locale, place?: string) => Promise<void>;
  /** Counts one more letter to an e-mail address that a stranger may have asked for; false once they are too many. */
  readonly admitLetter: (email: string) => Promise<boolean>;
  /** Tells nobody but the address whether it has an account. Throws `account_codes_limited`. */
  readonly signUp: (wish: SignUp) => Promise<void>;
  /** A new password or address ends all sign-ins but the one that asks, in the same write. Throws `Problem`. */
  readonly change: (id: CustomerId, changes: CustomerChanges) => Promise<Profile>;
  /** Has `listen` called whenever this process ended sign-ins of a customer, before anybody is answered. */
  readonly whenSignInsEnd: (listen: (customer: CustomerId) => void) => void;
  /** Forgets what counts no more, and finishes what a death left half done; again is harmless. */
  readonly tidy: () => Promise<void>;
  /** By somebody who vouches for the address, such as the operator. */
  readonly createWithPassword: (customer: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly password: string;
  }) => Promise<Customer | 'exists'>;
}
