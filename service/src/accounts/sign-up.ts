import { Problem } from '../base/problem.js';
import type { Accounts, SignUp } from './accounts.js';
import { type Address, parseAddress } from './address.js';
import type { Addresses, Holder } from './addresses.js';
import { accountCode } from './code-ids.js';
import type { SendCode } from './code-post.js';
import type { Codes } from './codes/codes.js';
import type { Contest } from './contest.js';
import { isAcceptablePassword, type Passwords } from './password.js';

interface SignUpDependencies {
  readonly addresses: Pick<Addresses, 'holderOf'>;
  readonly codes: Pick<Codes, 'admit'>;
  readonly passwords: Pick<Passwords, 'hash' | 'requireRoom'>;
  readonly sendCode: SendCode;
  readonly contest: Contest;
}

const refuse = (fields: readonly string[], details: string): Problem =>
  new Problem('request_parameter_invalid', { fields, details });

/** Throws for an address that is none. */
export const requireAddress = (kind: Address['kind'], text: string): Address => {
  const address = parseAddress(kind === 'email' ? { email: text } : { phone: text });
  if (address === undefined) throw refuse([kind], kind === 'email' ? 'no e-mail address' : 'no phone number');
  return address;
};

export const requirePassword = (password: string, addresses: readonly string[]): void => {
  if (isAcceptablePassword(password, addresses)) return;
  throw refuse(['password'], '8 to 1,024 characters, and not the address itself');
};

interface Wanted {
  readonly email: Address | undefined;
  readonly phone: Address | undefined;
  /** Where the code goes. */
  readonly address: Address;
}

const wantedOf = (wish: SignUp): Wanted => {
  const email = wish.email === undefined ? undefined : requireAddress('email', wish.email);
  const phone = wish.phone === undefined ? undefined : requireAddress('phone', wish.phone);
  const address = email ?? phone;
  if (address === undefined) throw refuse(['email', 'phone'], 'one of the two is needed');
  if (wish.password === undefined) return { email, phone, address };
  if (email === undefined) throw refuse(['email'], 'one signs in with a password by e-mail address');
  requirePassword(wish.password, [email.text, phone?.text ?? email.text]);
  return { email, phone, address };
};

/** A guest's address is not taken: nobody has shown yet that it is theirs. */
const isTaken = (holder: Holder): boolean =>
  holder.kind === 'customer' &&
  (holder.customer.passwordHash !== null ||
    holder.customer.emailVerifiedAt !== null ||
    holder.customer.phone !== null);

/** Asks for an account. What becomes of it is told to the address alone. */
export const createSignUp = (dependencies: SignUpDependencies): Accounts['signUp'] => {
  const { addresses, codes, passwords, sendCode, contest } = dependencies;
  return async (wish) => {
    const { email, phone, address } = wantedOf(wish);
    // Also where no code can be sent now: the one that is out may be a stranger's.
    const isContested = await contest(address, wish.password);
    if (wish.password !== undefined) passwords.requireRoom();
    await codes.admit(address);
    // Hashed whether or not it will be needed: the work must not tell whether there is an account.
    const passwordHash = wish.password === undefined ? null : await passwords.hash(wish.password);
    const { firstName, lastName, locale } = wish;
    const isOwn = !isContested && email !== undefined;
    const pending = {
      passwordHash: isOwn ? passwordHash : null,
      firstName,
      lastName,
      phone: isOwn ? (phone?.text ?? null) : null,
    };
    // What is kept is the same for an address that has an account; there it comes to nothing.
    const template = isTaken(await addresses.holderOf(address)) ? 'account_exists' : 'account_verification';
    return sendCode({ codeId: accountCode(address), address, locale, template, pending });
  };
};
