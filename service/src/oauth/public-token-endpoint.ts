import { clientId } from '../base/ids.js';
import { type Client, clientOf, requirePermission } from './clients/client.js';
import type { ClientStore } from './clients/client-store.js';
import type { Issue } from './issue.js';
import type { OAuthRequest, TokenGrant } from './oauth.js';
import { OAuthProblem } from './oauth-problem.js';
import { grantScopes } from './scope.js';

interface PublicTokenDependencies {
  readonly store: Pick<ClientStore, 'client'>;
  readonly issue: Pick<Issue, 'begin'>;
}

/** A secret has no business in an app; one that sends it should learn so before others read it there. */
const refuseSecret = ({ parameters, givenTwice, authorizationHeader }: OAuthRequest): void => {
  if (parameters.has('client_secret') || authorizationHeader !== undefined) {
    throw new OAuthProblem(
      'invalid_request',
      'a public token is asked for with client_id alone, without a secret',
    );
  }
  if (givenTwice.includes('client_id')) {
    throw new OAuthProblem('invalid_request', 'client_id was sent in more than one way');
  }
};

const identify = async (store: Pick<ClientStore, 'client'>, request: OAuthRequest): Promise<Client> => {
  const id = request.parameters.get('client_id');
  const document = id === undefined ? undefined : await store.client(clientId(id));
  if (document !== undefined) return clientOf(document);
  throw new OAuthProblem(
    'invalid_client',
    id === undefined ? 'client_id is required' : 'the client is unknown',
  );
};

/** `mobile` and `public` are all that whoever knows a client's id may have. */
const publicScopes = ({ scopes }: Client) =>
  scopes.filter((scope) => scope === 'mobile' || scope === 'public');

/** POST /oauth/public_token: a token like that of client_credentials for an app that can keep no secret. */
export const createPublicTokenEndpoint =
  ({ store, issue }: PublicTokenDependencies) =>
  async (request: OAuthRequest): Promise<TokenGrant> => {
    refuseSecret(request);
    const client = await identify(store, request);
    requirePermission(client, 'public_token');
    const scopes = grantScopes(request.parameters.get('scope'), publicScopes(client));
    return issue.begin({ client: client.id, customer: null, epoch: 0, scopes });
  };
