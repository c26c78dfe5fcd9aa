import { type Client, firstPartyClient } from '../clients/client.js';
import type { FamilyDocument, FamilyStore } from '../family-store.js';
import { usefulUntil } from '../lifetime.js';
import type { TokenGrant } from '../oauth.js';
import { OAuthProblem } from '../oauth-problem.js';
import { refuseWiderScope } from '../scope.js';
import type { IsSignedIn } from '../signed-in.js';
import type { Tokens } from '../token.js';
import type { Grant } from './grant.js';

/** An answer may be lost on its way: within this time a spent token gives the same successors again. */
export const repeatWindowMs = 30_000;

/** Spent tokens are known by trying generations, and whoever holds any token of the family can make us try. */
const generationsTried = 1_000;

interface RefreshDependencies {
  readonly store: Pick<FamilyStore, 'family' | 'rotate' | 'revoke'>;
  readonly tokens: Tokens;
  /** The customer has not ended it. */
  readonly isSignedIn: IsSignedIn;
  readonly now: () => number;
  readonly pairOf: (family: FamilyDocument) => TokenGrant;
  /** The family changed: whoever keeps it must read it again. */
  readonly forget: (family: string) => void;
}

const refuse = (): never => {
  throw new OAuthProblem(
    'invalid_grant',
    'the refresh token is unknown, spent, expired, revoked, or of another client',
  );
};

/** Only a token of the password grant may come without a client of its own (decision 3). */
const refuseStranger = (family: FamilyDocument, client: Client): void => {
  if (family.client === client.id) return;
  if (client.id !== firstPartyClient.id) refuse();
  throw new OAuthProblem('invalid_client', 'client_id and client_secret are required for this token');
};

/** Exchanges a refresh token for a new pair with the same permissions; a spent one revokes the whole family. */
export const createRefreshTokenGrant = (dependencies: RefreshDependencies): Grant => {
  const { store, tokens, isSignedIn, now, pairOf, forget } = dependencies;

  /** Only a token that was once given out revokes; otherwise anybody who knows the family's half could. */
  const isSpent = (family: FamilyDocument, token: string): boolean => {
    const oldest = Math.max(0, family.gen - generationsTried);
    for (let gen = family.gen - 1; gen >= oldest; gen -= 1) {
      if (tokens.isOf(token, family._id, gen, 'refresh')) return true;
    }
    return false;
  };

  const replay = async (family: FamilyDocument, token: string): Promise<TokenGrant> => {
    const isLast = family.gen > 0 && tokens.isOf(token, family._id, family.gen - 1, 'refresh');
    if (isLast && now() - family.genAt <= repeatWindowMs) return pairOf(family);
    if (!isSpent(family, token)) return refuse();
    await store.revoke(family._id, now());
    forget(family._id);
    return refuse();
  };

  const rotate = async (family: FamilyDocument, token: string): Promise<TokenGrant> => {
    const at = now();
    const isMine = await store.rotate(family, at);
    forget(family._id);
    if (isMine) return pairOf({ ...family, gen: family.gen + 1, genAt: at });
    // A request beside this one came first: now this token is a spent one.
    const moved = await store.family(family._id);
    return moved?.revoked === null ? replay(moved, token) : refuse();
  };

  const isAlive = async (family: FamilyDocument): Promise<boolean> => {
    const { _id: id, revoked, customer, epoch, genAt } = family;
    if (revoked !== null || customer === null || now() >= usefulUntil(customer, genAt)) return false;
    return isSignedIn(customer, { id, epoch });
  };

  return {
    name: 'refresh_token',
    client: 'optional',
    issue: async ({ parameters }, client) => {
      const token = parameters.get('refresh_token');
      if (token === undefined) throw new OAuthProblem('invalid_request', 'refresh_token is required');
      const id = tokens.familyOf(token);
      const family = id === undefined ? undefined : await store.family(id);
      if (family === undefined) return refuse();
      refuseStranger(family, client);
      if (!(await isAlive(family))) return refuse();
      refuseWiderScope(parameters.get('scope'), family.scopes);
      return tokens.isOf(token, family._id, family.gen, 'refresh')
        ? rotate(family, token)
        : replay(family, token);
    },
  };
};
