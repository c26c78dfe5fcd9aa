import type { Accounts } from '../accounts/accounts.js';
import { isSignedIn } from '../accounts/sign-ins.js';
import type { SignIn } from '../base/caller.js';
import type { CustomerId } from '../base/ids.js';

/** Whether a sign-in of the customer still counts: a new password or address has ended those before it. */
export type IsSignedIn = (customer: CustomerId, signIn: SignIn) => Promise<boolean>;

export const createIsSignedIn =
  (accounts: Pick<Accounts, 'find'>): IsSignedIn =>
  async (customer, signIn) => {
    const known = await accounts.find(customer);
    return known !== undefined && isSignedIn(known.signIns, signIn);
  };
