import { type Client, firstPartyClient, verifyClient } from './client.js';
import { readClientCredentials } from './client-credentials.js';
import type { Grant } from './grants/grant.js';
import type { TokenGrant, TokenRequest } from './oauth.js';
import { OAuthProblem } from './oauth-problem.js';
import type { OAuthStore } from './store.js';

const chooseGrant = (grants: readonly Grant[], { parameters }: TokenRequest): Grant => {
  const name = parameters.get('grant_type');
  if (name === undefined) throw new OAuthProblem('invalid_request', 'grant_type is required');
  const grant = grants.find((candidate) => candidate.name === name);
  if (grant === undefined)
    throw new OAuthProblem('unsupported_grant_type', 'this grant_type is not supported');
  return grant;
};

const identifyClient = async (
  store: Pick<OAuthStore, 'client'>,
  request: TokenRequest,
  grant: Grant,
): Promise<Client> => {
  const credentials = readClientCredentials(request);
  if (credentials !== undefined) return verifyClient(store, credentials);
  if (grant.client === 'optional') return firstPartyClient;
  throw new OAuthProblem('invalid_client', 'client_id and client_secret are required');
};

/** POST /oauth/token, in order: which grant, which client, then the grant itself. */
export const createTokenEndpoint =
  (store: Pick<OAuthStore, 'client'>, grants: readonly Grant[]) =>
  async (request: TokenRequest): Promise<TokenGrant> => {
    const grant = chooseGrant(grants, request);
    const client = await identifyClient(store, request, grant);
    return grant.issue(request, client);
  };
