import type { Accounts, Customer } from '../../accounts/accounts.js';
import type { WrittenAddress } from '../../accounts/address.js';
import type { OAuthRequest } from '../oauth.js';
import { OAuthProblem } from '../oauth-problem.js';

/** What signing in needs of the accounts. */
export type SignInAccounts = Pick<Accounts, 'verifyPassword' | 'verifyCode'>;

export type SignIn = (
  request: Pick<OAuthRequest, 'parameters' | 'remoteAddress'>,
) => Promise<Customer | undefined>;

const refuse = (description: string): never => {
  throw new OAuthProblem('invalid_request', description);
};

const addressOf = (email: string | undefined, phone: string | undefined): WrittenAddress => {
  if (email !== undefined && phone === undefined) return { email };
  if (phone !== undefined && email === undefined) return { phone };
  return refuse('a verification_code goes with either customer_email or customer_phone');
};

/** By e-mail address and password, or by a verification code sent to an address or a phone. Throws `invalid_request`. */
export const createSignIn =
  (accounts: SignInAccounts): SignIn =>
  async ({ parameters, remoteAddress }) => {
    const [email, phone] = [parameters.get('customer_email'), parameters.get('customer_phone')];
    const [password, code] = [parameters.get('customer_password'), parameters.get('verification_code')];
    if (password !== undefined && code !== undefined) {
      return refuse('send either customer_password or verification_code');
    }
    if (code !== undefined) {
      return accounts.verifyCode(addressOf(email, phone), code, remoteAddress);
    }
    if (email === undefined || password === undefined || phone !== undefined) {
      return refuse('customer_email and customer_password are required, or a verification_code');
    }
    return accounts.verifyPassword(email, password, remoteAddress);
  };
