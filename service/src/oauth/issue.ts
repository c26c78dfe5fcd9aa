import type { Scope } from '../base/caller.js';
import type { ClientId, CustomerId, RandomHex } from '../base/ids.js';
import type { FamilyDocument, FamilyStore } from './family-store.js';
import { usefulUntil } from './lifetime.js';
import type { TokenGrant } from './oauth.js';
import { familyBytes, type Tokens } from './token.js';

export interface Subject {
  readonly client: ClientId;
  readonly customer: CustomerId | null;
  readonly epoch: number;
  readonly scopes: readonly Scope[];
}

export interface Issue {
  /** Begins a family of tokens and answers its first ones. */
  readonly begin: (subject: Subject) => Promise<TokenGrant>;
  /** The same under a given id; `undefined` when that id has begun a family before. */
  readonly beginOnce: (family: string, subject: Subject) => Promise<TokenGrant | undefined>;
}

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
  readonly store: Pick<FamilyStore, 'insertFamily'>;
  readonly pairOf: (family: FamilyDocument) => TokenGrant;
  readonly now: () => number;
  readonly randomHex: RandomHex;
}

export const createIssue = ({ store, pairOf, now, randomHex }: IssueDependencies): Issue => {
  const beginOnce: Issue['beginOnce'] = async (id, subject) => {
    const at = now();
    const endsAt = usefulUntil(subject.customer, at);
    const family = { _id: id, gen: 0, genAt: at, revoked: null, createdAt: at, endsAt, ...subject };
    return (await store.insertFamily(family)) === 'inserted' ? pairOf(family) : undefined;
  };
  return {
    beginOnce,
    begin: async (subject) => {
      const grant = await beginOnce(randomHex(familyBytes), subject);
      if (grant === undefined) throw new Error('chance gave the same family twice');
      return grant;
    },
  };
};
