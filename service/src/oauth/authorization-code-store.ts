import type { Scope } from '../base/caller.js';
import { collectionSpec, type Documents } from '../base/documents.js';
import type { ClientId, CustomerId } from '../base/ids.js';

/** An authorization code that was given out; the code itself is not kept. */
export interface AuthorizationCodeDocument {
  /** Hash of the code. */
  readonly _id: string;
  readonly client: ClientId;
  readonly customer: CustomerId;
  /** Of the customer's sign-ins, when it was asked for. */
  readonly epoch: number;
  readonly scopes: readonly Scope[];
  /** As it was asked for; `null` where the code came in the answer's body. */
  readonly redirectUri: string | null;
  /** Of RFC 7636, by S256; `null` where it was asked for without. */
  readonly challenge: string | null;
  /** Epoch ms. */
  readonly expiresAt: number;
}

export const authorizationCodeCollection = collectionSpec<AuthorizationCodeDocument>({
  name: 'authorizationCodes',
  indexes: [['expiresAt']],
});

export interface CodeStore {
  readonly code: (id: string) => Promise<AuthorizationCodeDocument | undefined>;
  readonly insertCode: (code: AuthorizationCodeDocument) => Promise<void>;
}

export const createCodeStore = (documents: Documents<AuthorizationCodeDocument>): CodeStore => ({
  code: async (id) => (await documents.findOne({ _id: id })) ?? undefined,
  insertCode: async (code) => {
    await documents.insertOne(code);
  },
});
