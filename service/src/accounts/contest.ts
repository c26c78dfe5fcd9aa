import type { Address } from './address.js';
import { accountCode, knownCode, signInCode } from './code-ids.js';
import type { Codes } from './codes/codes.js';
import type { Passwords } from './password.js';

interface ContestDependencies {
  readonly codes: Pick<Codes, 'live' | 'strip'>;
  readonly passwords: Pick<Passwords, 'matches'>;
}

/** Somebody asks for an account with this password (absent: without one); whether another code to the address is out that does not go with it. */
export type Contest = (address: Address, password: string | undefined) => Promise<boolean>;

/**
 * A stranger may ask for an account with somebody's address just before they do, or just after: they await a code, and cannot
 * tell whose request the one that came belongs to. So where two requests differ, neither brings a password along.
 */
export const createContest =
  ({ codes, passwords }: ContestDependencies): Contest =>
  async (address, password) => {
    const [wish, signIn, known] = await Promise.all([
      codes.live(accountCode(address)),
      codes.live(signInCode(address)),
      codes.live(knownCode(address)),
    ]);
    const hash = wish?.pending?.passwordHash ?? undefined;
    // Worked out whether or not there is one: the time must not tell.
    const isSame = await passwords.matches(hash, password ?? '');
    const isAgain = hash === undefined ? password === undefined : isSame;
    if (wish !== undefined && !isAgain) await codes.strip(wish);
    return signIn !== undefined || known !== undefined || (wish !== undefined && !isAgain);
  };
