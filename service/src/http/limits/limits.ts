import type { Caller, Scope } from '../../base/caller.js';
import type { Clock } from '../../base/clock.js';
import { type Attempts, createAttempts } from './attempts.js';
import { type Counted, createLimiter, type Limiter } from './limiter.js';

/** Requests a minute; 0 switches a limit off. */
export interface RateLimits {
  /** Of one client, for each of its users; with a token for anyone, for each address. */
  readonly byToken: number;
  /** Of one address without a token, or with a wrong one. */
  readonly anonymous: number;
  /** Attempts to sign in, and the like, of one address. */
  readonly signIn: number;
}

export const noLimits: RateLimits = { byToken: 0, anonymous: 0, signIn: 0 };

/** A token that an app's users get without a secret: whoever knows the app's id can have one, and must not use up its users' allowance. */
const isForAnyone = ({ scopes }: { readonly scopes: readonly Scope[] }): boolean =>
  scopes.every((scope) => scope === 'public' || scope === 'mobile');

const callerKey = (caller: Exclude<Caller, { kind: 'anonymous' }>, address: string): string => {
  if (caller.kind === 'user') return `${caller.client} ${caller.customer}`;
  return isForAnyone(caller) ? `${caller.client} ${address}` : `${caller.client} `;
};

export interface Limits {
  /** Counts requests of this caller; absent where the limit is off. */
  readonly forCaller: (caller: Caller, address: string) => Counted | undefined;
  /** Counts wrong operator's tokens by address. */
  readonly wrongOperators: Limiter | undefined;
  readonly attempts: Attempts | undefined;
}

const minute = 60;
/** Guesses at one account from everywhere are slow: a third of what one address may try in a minute, in ten. */
const accountWindow = 600;
const accountShare = 3;

const attemptsOf = (signIn: number, { now }: Pick<Clock, 'now'>): Attempts => {
  const perAccount = Math.max(1, Math.round(signIn / accountShare));
  const named = { name: 'sign-in', now };
  return createAttempts({
    byAddress: createLimiter({ ...named, limit: signIn, windowSeconds: minute }),
    byAccount: createLimiter({ ...named, limit: perAccount, windowSeconds: accountWindow }),
  });
};

/** The allowances of everybody who calls; in this process's memory, of which they take a bounded part. */
export const createLimits = (rates: RateLimits, clock: Pick<Clock, 'now'>): Limits => {
  const perMinute = (name: string, limit: number): Limiter | undefined =>
    limit === 0 ? undefined : createLimiter({ name, limit, windowSeconds: minute, now: clock.now });
  const byToken = perMinute('token', rates.byToken);
  const anonymous = perMinute('anonymous', rates.anonymous);
  return {
    forCaller: (caller, address) => {
      if (caller.kind === 'anonymous') return anonymous && { limiter: anonymous, key: address };
      return byToken && { limiter: byToken, key: callerKey(caller, address) };
    },
    wrongOperators: perMinute('operator', rates.signIn),
    attempts: rates.signIn === 0 ? undefined : attemptsOf(rates.signIn, clock),
  };
};
