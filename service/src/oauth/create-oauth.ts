import type { Accounts } from '../accounts/accounts.js';
import type { Clock } from '../base/clock.js';
import type { Documents } from '../base/documents.js';
import { clientId, type RandomHex } from '../base/ids.js';
import { createAuthenticator } from './authenticate.js';
import { clientOf, hashSecret } from './client.js';
import { createClientCredentialsGrant } from './grants/client-credentials-grant.js';
import { createPasswordGrant } from './grants/password-grant.js';
import { createRefreshTokenGrant } from './grants/refresh-token-grant.js';
import { createIssueTokens, pairWith } from './issue.js';
import type { OAuth, RegisteredClient } from './oauth.js';
import { type ClientDocument, createOAuthStore, type FamilyDocument } from './store.js';
import { createTokens } from './token.js';
import { createTokenEndpoint } from './token-endpoint.js';

interface OAuthDependencies {
  readonly clients: Documents<ClientDocument>;
  readonly families: Documents<FamilyDocument>;
  readonly accounts: Pick<Accounts, 'verifyPassword'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
  /** 32 bytes that nobody else has: tokens are MACs under it. */
  readonly macKey: Uint8Array;
}

const shown = (document: ClientDocument): RegisteredClient => ({
  ...clientOf(document),
  name: document.name,
});

export const createOAuth = (dependencies: OAuthDependencies): OAuth => {
  const { clients, families, accounts, clock, randomHex, macKey } = dependencies;
  const { now } = clock;
  const store = createOAuthStore({ clients, families });
  const tokens = createTokens(macKey);
  const pairOf = pairWith(tokens);
  const issue = createIssueTokens({ store, pairOf, now, randomHex });
  const { authenticate, forget } = createAuthenticator({ store, tokens, now });
  const grants = [
    createClientCredentialsGrant(issue),
    createPasswordGrant(issue, accounts),
    createRefreshTokenGrant({ store, tokens, now, pairOf, forget }),
  ];
  return {
    token: createTokenEndpoint(store, grants),
    authenticate,
    registerClient: async ({ name, partner, scopes, id, secret = randomHex(32) }) => {
      const document = {
        _id: id ?? clientId(randomHex(16)),
        name,
        partner: partner ?? null,
        scopes,
        secretHash: hashSecret(secret),
        createdAt: now(),
      };
      await store.insertClient(document);
      return { client: shown(document), secret };
    },
    listClients: async () => (await store.clients()).map(shown),
  };
};
