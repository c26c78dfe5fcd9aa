import type { Caller } from '../base/caller.js';
import { type Client, clientOf, firstPartyClient } from './client.js';
import { repeatWindowMs } from './grants/refresh-token-grant.js';
import { tokenLifetimeSeconds } from './oauth.js';
import type { FamilyDocument, OAuthStore } from './store.js';
import type { Tokens } from './token.js';

/** For so long a family and its client are believed unchanged by other processes. */
const keptMs = 5_000;
const keptAtMost = 10_000;

interface Kept {
  readonly family: FamilyDocument;
  readonly client: Client;
  readonly until: number;
}

interface AuthenticateDependencies {
  readonly store: Pick<OAuthStore, 'family' | 'client'>;
  readonly tokens: Tokens;
  readonly now: () => number;
}

export interface Authenticator {
  readonly authenticate: (accessToken: string) => Promise<Caller | undefined>;
  readonly forget: (family: string) => void;
}

const callerOf = ({ family, client }: Kept): Caller => {
  const { customer, scopes } = family;
  const { id, partner } = client;
  if (customer === null) return { kind: 'client', client: id, partner, scopes };
  return { kind: 'user', client: id, customer, partner, scopes };
};

export const createAuthenticator = ({ store, tokens, now }: AuthenticateDependencies): Authenticator => {
  const kept = new Map<string, Kept>();

  const read = async (id: string): Promise<Kept | undefined> => {
    const known = kept.get(id);
    if (known !== undefined && known.until > now()) return known;
    kept.delete(id);
    const family = await store.family(id);
    if (family === undefined) return undefined;
    const document = await store.client(family.client);
    const isFirstParty = family.client === firstPartyClient.id;
    const client = document === undefined ? firstPartyClient : clientOf(document);
    // Tokens end with their client.
    if (document === undefined && !isFirstParty) return undefined;
    if (kept.size >= keptAtMost) kept.clear();
    const entry = { family, client, until: now() + keptMs };
    kept.set(id, entry);
    return entry;
  };

  /** The generation before stays valid for a moment: requests may be under way while a client refreshes. */
  const isCurrent = (token: string, family: FamilyDocument): boolean => {
    if (family.revoked !== null || now() >= family.genAt + tokenLifetimeSeconds * 1000) return false;
    if (tokens.isOf(token, family._id, family.gen, 'access')) return true;
    const isJustRotated = family.gen > 0 && now() - family.genAt <= repeatWindowMs;
    return isJustRotated && tokens.isOf(token, family._id, family.gen - 1, 'access');
  };

  return {
    authenticate: async (token) => {
      const id = tokens.familyOf(token);
      const entry = id === undefined ? undefined : await read(id);
      return entry !== undefined && isCurrent(token, entry.family) ? callerOf(entry) : undefined;
    },
    forget: (family) => {
      kept.delete(family);
    },
  };
};
