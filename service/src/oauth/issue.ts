import type { Scope } from '../base/caller.js';
import type { ClientId, CustomerId, RandomHex } from '../base/ids.js';
import type { TokenGrant } from './oauth.js';
import type { FamilyDocument, OAuthStore } from './store.js';
import { familyBytes, type Tokens } from './token.js';

export interface Subject {
  readonly client: ClientId;
  readonly customer: CustomerId | null;
  readonly scopes: readonly Scope[];
}

/** Begins a family of tokens and answers its first ones. */
export type IssueTokens = (subject: Subject) => Promise<TokenGrant>;

/** The tokens of the family's current generation; a refresh token only where there is a user. */
export const pairWith =
  (tokens: Tokens) =>
  (family: FamilyDocument): TokenGrant => ({
    accessToken: tokens.write(family._id, family.gen, 'access'),
    refreshToken: family.customer === null ? undefined : tokens.write(family._id, family.gen, 'refresh'),
    scopes: family.scopes,
    createdAt: family.genAt,
  });

interface IssueDependencies {
  readonly store: Pick<OAuthStore, 'insertFamily'>;
  readonly pairOf: (family: FamilyDocument) => TokenGrant;
  readonly now: () => number;
  readonly randomHex: RandomHex;
}

export const createIssueTokens =
  ({ store, pairOf, now, randomHex }: IssueDependencies): IssueTokens =>
  async (subject) => {
    const at = now();
    const family = {
      _id: randomHex(familyBytes),
      gen: 0,
      genAt: at,
      revoked: null,
      createdAt: at,
      ...subject,
    };
    await store.insertFamily(family);
    return pairOf(family);
  };
