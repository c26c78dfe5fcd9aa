import type { CustomerId } from '../base/ids.js';

export interface Customer {
  readonly id: CustomerId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** A passwordless customer (a guest) cannot sign in. */
  readonly hasPassword: boolean;
}

export interface Accounts {
  readonly find: (id: CustomerId) => Promise<Customer | undefined>;
  /** The customer of that e-mail address (case-insensitive), made without a password where there is none. */
  readonly findOrCreateGuest: (guest: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  }) => Promise<Customer>;
  /** Takes the same time for an unknown address as for a wrong password. */
  readonly verifyPassword: (email: string, password: string) => Promise<Customer | undefined>;
  readonly createWithPassword: (customer: {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly password: string;
  }) => Promise<Customer | 'exists'>;
}
