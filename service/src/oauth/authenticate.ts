import type { Caller } from '../base/caller.js';
import type { ClientId, CustomerId } from '../base/ids.js';
import { type Client, clientOf, firstPartyClient } from './clients/client.js';
import type { ClientStore } from './clients/client-store.js';
import type { FamilyDocument, FamilyStore } from './family-store.js';
import { repeatWindowMs } from './grants/refresh-token-grant.js';
import { accessLifetimeMs } from './lifetime.js';
import { stillPermitted } from './scope.js';
import type { IsSignedIn } from './signed-in.js';
import type { Tokens } from './token.js';

/** For so long a family and its client are believed unchanged by other processes. */
const keptMs = 5_000;
const keptAtMost = 10_000;

interface Kept {
  readonly family: FamilyDocument;
  readonly client: Client;
  /** The customer has not ended it. */
  readonly isSignedIn: boolean;
  readonly until: number;
}

interface AuthenticateDependencies {
  readonly store: Pick<ClientStore, 'client'>;
  readonly families: Pick<FamilyStore, 'family'>;
  readonly tokens: Tokens;
  readonly isSignedIn: IsSignedIn;
  readonly now: () => number;
}

export interface Authenticator {
  readonly authenticate: (accessToken: string) => Promise<Caller | undefined>;
  readonly forget: (family: string) => void;
  readonly forgetClient: (client: ClientId) => void;
  readonly forgetCustomer: (customer: CustomerId) => void;
}

const callerOf = ({ family, client }: Kept): Caller => {
  const { _id, customer, epoch } = family;
  const { id, partner } = client;
  const scopes = stillPermitted(family.scopes, client.scopes);
  if (customer === null) return { kind: 'client', client: id, partner, scopes };
  return { kind: 'user', client: id, customer, signIn: { id: _id, epoch }, partner, scopes };
};

export const createAuthenticator = (dependencies: AuthenticateDependencies): Authenticator => {
  const { store, families, tokens, isSignedIn, now } = dependencies;
  const kept = new Map<string, Kept>();
  /** Counts what was forgotten: what was read before that is not kept. */
  let forgotten = 0;

  /** Tokens end with their client. */
  const clientFor = async (id: ClientId): Promise<Client | undefined> => {
    if (id === firstPartyClient.id) return firstPartyClient;
    const document = await store.client(id);
    return document === undefined ? undefined : clientOf(document);
  };

  const isNotEnded = async ({ _id: id, customer, epoch }: FamilyDocument): Promise<boolean> =>
    customer === null || isSignedIn(customer, { id, epoch });

  const read = async (id: string): Promise<Kept | undefined> => {
    const known = kept.get(id);
    if (known !== undefined && known.until > now()) return known;
    kept.delete(id);
    const before = forgotten;
    const family = await families.family(id);
    if (family === undefined) return undefined;
    const [client, isGoingOn] = await Promise.all([clientFor(family.client), isNotEnded(family)]);
    if (client === undefined) return undefined;
    if (kept.size >= keptAtMost) kept.clear();
    const entry = { family, client, isSignedIn: isGoingOn, until: now() + keptMs };
    if (forgotten === before) kept.set(id, entry);
    return entry;
  };

  /** The generation before stays valid for a moment: requests may be under way while a client refreshes. */
  const isCurrent = (token: string, family: FamilyDocument): boolean => {
    if (family.revoked !== null || now() >= family.genAt + accessLifetimeMs) return false;
    if (tokens.isOf(token, family._id, family.gen, 'access')) return true;
    const isJustRotated = family.gen > 0 && now() - family.genAt <= repeatWindowMs;
    return isJustRotated && tokens.isOf(token, family._id, family.gen - 1, 'access');
  };

  return {
    authenticate: async (token) => {
      const id = tokens.familyOf(token);
      const entry = id === undefined ? undefined : await read(id);
      const isValid = entry?.isSignedIn === true && isCurrent(token, entry.family);
      return isValid ? callerOf(entry) : undefined;
    },
    forget: (family) => {
      forgotten += 1;
      kept.delete(family);
    },
    forgetClient: (id) => {
      forgotten += 1;
      for (const [family, { client }] of kept) if (client.id === id) kept.delete(family);
    },
    forgetCustomer: (id) => {
      forgotten += 1;
      for (const [key, { family }] of kept) if (family.customer === id) kept.delete(key);
    },
  };
};
