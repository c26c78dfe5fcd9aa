import type { Caller } from '../base/caller.js';
import type { RandomHex } from '../base/ids.js';
import type { Locale } from '../base/locale.js';
import type { AnyRoute } from '../base/route.js';
import type { Counted, Standing } from './limits/limiter.js';

/** One request on its way through, as its log line and its error answer need it. */
export interface Exchange {
  readonly requestId: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Locale of messages; `isLocaleAccepted` when the client asked for one that exists. */
  readonly locale: Locale;
  readonly isLocaleAccepted: boolean;
  /** Where it comes from, as far as limits tell addresses apart. */
  readonly address: string;
  path: string;
  row?: AnyRoute;
  caller?: Caller;
  /** Names only: values may be secrets. */
  parameterNames?: readonly string[];
  failure?: Failure;
  /** The allowance of whoever calls; absent where it is unlimited. */
  counted?: Counted;
  /** How the allowance stands that it was counted against. */
  allowance?: Standing;
}

export interface Failure {
  readonly code: string;
  readonly uuid: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly details?: string;
  /** What was thrown, where nobody expected it. */
  readonly error?: unknown;
}

/** A client's own request id is kept where it is harmless in a header and a log. */
export const requestIdOf = (given: string, randomHex: RandomHex): string =>
  /^[\w.-]{1,64}$/.test(given) ? given : randomHex(8);

export const uuidFrom = (randomHex: RandomHex): string => {
  const hex = randomHex(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};
