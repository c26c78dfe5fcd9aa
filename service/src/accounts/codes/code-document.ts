import { collectionSpec } from '../../base/documents.js';

/** What somebody asked for together with an account's first code; in force with that code only. */
export interface PendingAccount {
  readonly passwordHash: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Still to be verified by itself. */
  readonly phone: string | null;
}

/** The one code that is good for a purpose; a new one takes its place. Instants are epoch ms. */
export interface CodeDocument {
  /** `sign_in:<address>`, `known:<address>`, `account:<address>` or `change:<customer>:<address>`. */
  readonly _id: string;
  /** A keyed MAC; the code itself is kept nowhere. */
  readonly hash: string;
  readonly nonce: string;
  readonly until: number;
  /** Guesses begun. */
  readonly tries: number;
  readonly pending: PendingAccount | null;
}

export const codeCollection = collectionSpec<CodeDocument>({ name: 'codes', indexes: [['until']] });

/** When codes were sent to an address, whatever for, or proofs of a customer were tried; kept for a day. */
export interface CodeLimitDocument {
  /** The address' key, `known:` and the address' key, `proof:<customer>`, or `letter:` and the address' key. */
  readonly _id: string;
  readonly rev: number;
  readonly sent: readonly number[];
  readonly lastAt: number;
}

export const codeLimitCollection = collectionSpec<CodeLimitDocument>({
  name: 'codeLimits',
  indexes: [['lastAt']],
});
