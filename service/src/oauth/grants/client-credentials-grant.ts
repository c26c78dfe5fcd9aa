import type { Issue } from '../issue.js';
import { grantScopes } from '../scope.js';
import type { Grant } from './grant.js';

/** For an application on its own account; there is no user, and nothing to refresh. */
export const createClientCredentialsGrant = (issue: Pick<Issue, 'begin'>): Grant => ({
  name: 'client_credentials',
  client: 'required',
  issue: async ({ parameters }, client) => {
    const scopes = grantScopes(parameters.get('scope'), client.scopes);
    return issue.begin({ client: client.id, customer: null, epoch: 0, scopes });
  },
});
