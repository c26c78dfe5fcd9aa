import { createHmac } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { CustomerId, RandomHex } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { isSameText } from '../../base/same-text.js';
import type { Address } from '../address.js';
import type { CodeDocument, PendingAccount } from './code-document.js';
import {
  type Bound,
  codeBounds,
  codeLifetimeMs,
  guessesPerCode,
  letterBounds,
  proofBounds,
  waitBeforeNext,
} from './code-limits.js';
import type { CodeStore } from './code-store.js';

interface CodesDependencies {
  readonly store: CodeStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
  /** Serves nothing else. */
  readonly macKey: Uint8Array;
}

export interface IssuedCode {
  readonly code: string;
  /** Epoch ms. */
  readonly until: number;
  /** Other for every code; says nothing of it. */
  readonly nonce: string;
}

/** Six-digit codes: kept as hashes, short-lived, few guesses, one use, few per address. */
export interface Codes {
  /** Counts one more code to the address; what owners ask for where they are known has an allowance of its own. Throws `account_codes_limited`. */
  readonly admit: (address: Address, isKnown?: boolean) => Promise<void>;
  /** Counts one more try of the customer to show who they are by the password. Throws `request_rate_limited`. */
  readonly admitProof: (customer: CustomerId) => Promise<void>;
  /** Counts one more letter to the address that a stranger may have asked for; false once they are too many. */
  readonly admitLetter: (address: Address) => Promise<boolean>;
  /** Makes the code of that id, in place of the one before. */
  readonly issue: (id: string, pending: PendingAccount | null) => Promise<IssuedCode>;
  /** What was issued under that id, while it is good. */
  readonly live: (id: string) => Promise<CodeDocument | undefined>;
  /** The code stays good; of what was asked for with it, password and phone are dropped. */
  readonly strip: (issued: CodeDocument) => Promise<void>;
  /** Counts a guess (unless there were `atMost`), and answers what was issued when it is right. Guesses side by side are all counted. */
  readonly guess: (id: string, code: string, atMost?: number) => Promise<CodeDocument | undefined>;
  /** Uses a code up; whether it was still there to be used. */
  readonly consume: (issued: CodeDocument) => Promise<boolean>;
  readonly drop: (id: string) => Promise<void>;
}

const takeTries = 5;
/** More than letters fit into the shortest bound, so that who loses every race finds it full and no letter is lost. */
const letterTries = 20;

export const createCodes = ({ store, clock, randomHex, macKey }: CodesDependencies): Codes => {
  /** 48 random bits make each of the million codes as likely as the others, but for 4 in a thousand million. */
  const draw = (): string => String(Number.parseInt(randomHex(6), 16) % 1_000_000).padStart(6, '0');

  const hashOf = (id: string, nonce: string, code: string): string =>
    createHmac('sha256', macKey)
      .update(JSON.stringify([id, nonce, code]))
      .digest('hex');

  const isRight = ({ _id, nonce, hash }: CodeDocument, code: string): boolean =>
    isSameText(hashOf(_id, nonce, code), hash);

  /** Counts one more and answers 0, or how long to wait, ms. */
  const take = async (key: string, bounds: readonly Bound[], tries = takeTries): Promise<number> => {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const now = clock.now();
      const limit = await store.limit(key);
      const waitMs = waitBeforeNext(bounds, limit?.sent ?? [], now);
      if (waitMs > 0) return waitMs;
      if (await store.count(key, limit, now)) return 0;
    }
    // So many at once that none of them need be let through now.
    return 1_000;
  };

  const admitted = async (
    key: string,
    bounds: readonly Bound[],
    code: 'account_codes_limited' | 'request_rate_limited',
  ): Promise<void> => {
    const waitMs = await take(key, bounds);
    if (waitMs > 0) throw new Problem(code, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  };

  return {
    admit: ({ key }, isKnown = false) =>
      admitted(isKnown ? `known:${key}` : key, codeBounds, 'account_codes_limited'),
    admitProof: (customer) => admitted(`proof:${customer}`, proofBounds, 'request_rate_limited'),
    admitLetter: async ({ key }) => (await take(`letter:${key}`, letterBounds, letterTries)) === 0,
    issue: async (id, pending) => {
      const code = draw();
      const nonce = randomHex(16);
      const until = clock.now() + codeLifetimeMs;
      await store.put({ _id: id, hash: hashOf(id, nonce, code), nonce, until, tries: 0, pending });
      return { code, until, nonce };
    },
    live: async (id) => {
      const issued = await store.find(id);
      return issued !== undefined && clock.now() < issued.until ? issued : undefined;
    },
    strip: store.strip,
    guess: async (id, code, atMost = guessesPerCode) => {
      const issued = await store.find(id);
      if (issued === undefined) return undefined;
      const isCounted = await store.countGuess(issued, { now: clock.now(), atMost });
      return isCounted && isRight(issued, code) ? issued : undefined;
    },
    consume: store.remove,
    drop: async (id) => {
      const issued = await store.find(id);
      if (issued !== undefined) await store.remove(issued);
    },
  };
};
