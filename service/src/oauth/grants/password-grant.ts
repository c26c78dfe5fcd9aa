import type { Issue } from '../issue.js';
import { OAuthProblem } from '../oauth-problem.js';
import { grantScopes } from '../scope.js';
import type { Grant } from './grant.js';
import type { SignIn } from './sign-in.js';

/** For users themselves, who know their password or hold a verification code. */
export const createPasswordGrant = (issue: Pick<Issue, 'begin'>, signIn: SignIn): Grant => ({
  name: 'password',
  client: 'optional',
  issue: async (request, client) => {
    const scopes = grantScopes(request.parameters.get('scope'), client.scopes);
    const customer = await signIn(request);
    if (customer === undefined) {
      throw new OAuthProblem('invalid_grant', 'the customer is unknown, or the password or code is wrong');
    }
    const { epoch } = customer.signIns;
    return issue.begin({ client: client.id, customer: customer.id, epoch, scopes });
  },
});
