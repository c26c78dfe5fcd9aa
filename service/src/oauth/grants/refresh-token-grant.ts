import type { TokenGrant } from '../oauth.js';
import { OAuthProblem } from '../oauth-problem.js';
import type { FamilyDocument, OAuthStore } from '../store.js';
import type { Tokens } from '../token.js';
import type { Grant } from './grant.js';

/** An answer may be lost on its way: within this time a spent token gives the same successors again. */
export const repeatWindowMs = 30_000;

interface RefreshDependencies {
  readonly store: Pick<OAuthStore, 'family' | 'rotate' | 'revoke'>;
  readonly tokens: Tokens;
  readonly now: () => number;
  readonly pairOf: (family: FamilyDocument) => TokenGrant;
  /** The family changed: whoever keeps it must read it again. */
  readonly forget: (family: string) => void;
}

const refuse = (): never => {
  throw new OAuthProblem(
    'invalid_grant',
    'the refresh token is unknown, spent, revoked, or of another client',
  );
};

/** Exchanges a refresh token for a new pair with the same permissions; a spent one revokes the whole family. */
export const createRefreshTokenGrant = (dependencies: RefreshDependencies): Grant => {
  const { store, tokens, now, pairOf, forget } = dependencies;

  const begin = async (family: FamilyDocument): Promise<TokenGrant> => {
    const at = now();
    const isMine = await store.rotate(family._id, family.gen, at);
    forget(family._id);
    if (isMine) return pairOf({ ...family, gen: family.gen + 1, genAt: at });
    // A request beside this one rotated first: it is the same client, and gets the same pair.
    const moved = await store.family(family._id);
    return moved === undefined || moved.revoked !== null ? refuse() : pairOf(moved);
  };

  const replay = async (family: FamilyDocument, token: string): Promise<TokenGrant> => {
    const isLast = tokens.isOf(token, family._id, family.gen - 1, 'refresh');
    if (isLast && now() - family.genAt <= repeatWindowMs) return pairOf(family);
    if (!isSpent(family, token)) return refuse();
    await store.revoke(family._id, now());
    forget(family._id);
    return refuse();
  };

  /** Only a token that was once given out revokes; otherwise anybody who knows the family's half could. */
  const isSpent = (family: FamilyDocument, token: string): boolean => {
    for (let gen = family.gen - 1; gen >= 0; gen -= 1) {
      if (tokens.isOf(token, family._id, gen, 'refresh')) return true;
    }
    return false;
  };

  return {
    name: 'refresh_token',
    client: 'optional',
    issue: async ({ parameters }, client) => {
      const token = parameters.get('refresh_token');
      if (token === undefined) throw new OAuthProblem('invalid_request', 'refresh_token is required');
      const id = tokens.familyOf(token);
      const family = id === undefined ? undefined : await store.family(id);
      const isUsable = family?.revoked === null && family.client === client.id && family.customer !== null;
      if (family === undefined || !isUsable) return refuse();
      return tokens.isOf(token, family._id, family.gen, 'refresh') ? begin(family) : replay(family, token);
    },
  };
};
