import { readClientCredentials, requireClientCredentials } from './client-credentials.js';
import { type Client, firstPartyClient, type VerifyClient } from './clients/client.js';
import type { Grant } from './grants/grant.js';
import type { OAuthRequest, TokenGrant } from './oauth.js';
import { OAuthProblem } from './oauth-problem.js';

const chooseGrant = (grants: readonly Grant[], { parameters }: OAuthRequest): Grant => {
  const name = parameters.get('grant_type');
  if (name === undefined) throw new OAuthProblem('invalid_request', 'grant_type is required');
  const grant = grants.find((candidate) => candidate.name === name);
  if (grant === undefined)
    throw new OAuthProblem('unsupported_grant_type', 'this grant_type is not supported');
  return grant;
};

const identifyClient = async (
  verifyClient: VerifyClient,
  request: OAuthRequest,
  grant: Grant,
): Promise<Client> => {
  if (grant.client === 'required') return verifyClient(requireClientCredentials(request));
  const credentials = readClientCredentials(request);
  return credentials === undefined ? firstPartyClient : verifyClient(credentials);
};

/** POST /oauth/token, in order: which grant, which client, then the grant itself. */
export const createTokenEndpoint =
  (verifyClient: VerifyClient, grants: readonly Grant[]) =>
  async (request: OAuthRequest): Promise<TokenGrant> => {
    const grant = chooseGrant(grants, request);
    const client = await identifyClient(verifyClient, request, grant);
    return grant.issue(request, client);
  };
