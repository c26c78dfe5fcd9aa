import type { Accounts } from '../accounts/accounts.js';
import type { Clock } from '../base/clock.js';
import type { Documents } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import { createAuthenticator } from './authenticate.js';
import { type AuthorizationCodeDocument, createCodeStore } from './authorization-code-store.js';
import { type CustomerDirectory, createAuthorizeEndpoint } from './authorize-endpoint.js';
import { createVerifyClient } from './clients/client.js';
import { type ClientDocument, createClientStore } from './clients/client-store.js';
import { createClients } from './clients/create-clients.js';
import { createFamilyStore, type FamilyDocument } from './family-store.js';
import { createAuthorizationCodeGrant } from './grants/authorization-code-grant.js';
import { createClientCredentialsGrant } from './grants/client-credentials-grant.js';
import { createPasswordGrant } from './grants/password-grant.js';
import { createRefreshTokenGrant } from './grants/refresh-token-grant.js';
import { createSignIn, type SignInAccounts } from './grants/sign-in.js';
import { createIssue, pairWith } from './issue.js';
import type { OAuth } from './oauth.js';
import { createPublicTokenEndpoint } from './public-token-endpoint.js';
import { createIsSignedIn } from './signed-in.js';
import { createTokens } from './token.js';
import { createTokenEndpoint } from './token-endpoint.js';

interface OAuthDependencies {
  readonly clients: Documents<ClientDocument>;
  readonly families: Documents<FamilyDocument>;
  readonly codes: Documents<AuthorizationCodeDocument>;
  readonly accounts: SignInAccounts & CustomerDirectory & Pick<Accounts, 'whenSignInsEnd'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
  /** 32 bytes that nobody else has: tokens are MACs under it. */
  readonly macKey: Uint8Array;
}

export const createOAuth = (dependencies: OAuthDependencies): OAuth => {
  const { accounts, clock, randomHex, macKey } = dependencies;
  const { now } = clock;
  const store = createClientStore(dependencies.clients);
  const families = createFamilyStore(dependencies.families);
  const codes = createCodeStore(dependencies.codes);
  const tokens = createTokens(macKey);
  const pairOf = pairWith(tokens);
  const issue = createIssue({ store: families, pairOf, now, randomHex });
  const verifyClient = createVerifyClient(store, now);
  const isSignedIn = createIsSignedIn(accounts);
  const authenticator = createAuthenticator({ store, families, tokens, isSignedIn, now });
  const { authenticate, forget, forgetClient, forgetCustomer } = authenticator;
  accounts.whenSignInsEnd(forgetCustomer);
  const signIn = createSignIn(accounts);
  return {
    token: createTokenEndpoint(verifyClient, [
      createClientCredentialsGrant(issue),
      createPasswordGrant(issue, signIn),
      createAuthorizationCodeGrant({ codes, families, issue, isSignedIn, now, forget }),
      createRefreshTokenGrant({ store: families, tokens, isSignedIn, now, pairOf, forget }),
    ]),
    publicToken: createPublicTokenEndpoint({ store, issue }),
    authorize: createAuthorizeEndpoint({ verifyClient, codes, customers: accounts, now, randomHex }),
    authenticate,
    ...createClients({ store, now, randomHex, forget: forgetClient }),
  };
};
