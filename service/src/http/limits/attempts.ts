import { createHash } from 'node:crypto';
import { parseEmail } from '../../accounts/email.js';
import { parsePhone } from '../../accounts/phone.js';
import type { Limiter, Standing } from './limiter.js';

/** Somebody at an address tries something on an account. */
export interface Attempt {
  readonly address: string;
  /** As the caller wrote it; nobody has looked whether it exists. */
  readonly account: string;
}

export interface Attempts {
  /** Counts an attempt; answers the allowance that is used up, if one is. */
  readonly begin: (attempt: Attempt) => Standing | undefined;
  /** It could not be made: it does not count. */
  readonly withdraw: (attempt: Attempt) => void;
  /** It was the account's owner: it does not count, and the owner is known at this address from now on. */
  readonly succeeded: (attempt: Attempt) => void;
}

interface AttemptLimiters {
  readonly byAddress: Limiter;
  readonly byAccount: Limiter;
  readonly maxKnownPairs?: number;
}

const usualMaxKnownPairs = 50_000;

/** One account is not two for being written otherwise: it is called as the accounts spell it, where they could read it. */
const nameOf = (account: string): string =>
  (account.includes('@') ? parseEmail(account) : parsePhone(account)) ?? account.trim().toLowerCase();

/** Names may be long and are personal, so none is kept. */
const accountKey = (account: string): string =>
  createHash('sha256').update(nameOf(account)).digest('base64url').slice(0, 22);

/**
 * One address trying many accounts runs out of its own allowance, many addresses trying one account run out of the account's.
 * That one would let strangers lock the owner out, so it does not count where the owner has signed in before.
 */
export const createAttempts = (limiters: AttemptLimiters): Attempts => {
  const { byAddress, byAccount, maxKnownPairs = usualMaxKnownPairs } = limiters;
  const knownPairs = new Set<string>();
  const pairOf = ({ account, address }: Attempt): string => `${accountKey(account)} ${address}`;

  const remember = (pair: string): void => {
    knownPairs.delete(pair);
    knownPairs.add(pair);
    const [oldest] = knownPairs;
    if (knownPairs.size > maxKnownPairs && oldest !== undefined) knownPairs.delete(oldest);
  };

  const withdraw: Attempts['withdraw'] = (attempt) => {
    byAddress.giveBack(attempt.address);
    if (!knownPairs.has(pairOf(attempt))) byAccount.giveBack(accountKey(attempt.account));
  };

  return {
    begin: (attempt) => {
      const ofAddress = byAddress.take(attempt.address);
      if (!ofAddress.isAllowed) return ofAddress;
      if (knownPairs.has(pairOf(attempt))) return undefined;
      const ofAccount = byAccount.take(accountKey(attempt.account));
      return ofAccount.isAllowed ? undefined : ofAccount;
    },
    withdraw,
    succeeded: (attempt) => {
      withdraw(attempt);
      remember(pairOf(attempt));
    },
  };
};
