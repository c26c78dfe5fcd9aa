import type { Accounts } from '../../accounts/accounts.js';
import type { IssueTokens } from '../issue.js';
import { OAuthProblem } from '../oauth-problem.js';
import { grantScopes } from '../scope.js';
import type { Grant } from './grant.js';

/** For a user's own e-mail address and password. */
export const createPasswordGrant = (
  issue: IssueTokens,
  accounts: Pick<Accounts, 'verifyPassword'>,
): Grant => ({
  name: 'password',
  client: 'optional',
  issue: async ({ parameters }, client) => {
    const email = parameters.get('customer_email');
    const password = parameters.get('customer_password');
    if (email === undefined || password === undefined) {
      throw new OAuthProblem('invalid_request', 'customer_email and customer_password are required');
    }
    const scopes = grantScopes(parameters.get('scope'), client.scopes);
    const customer = await accounts.verifyPassword(email, password);
    if (customer === undefined) {
      throw new OAuthProblem('invalid_grant', 'the e-mail address is unknown or the password is wrong');
    }
    return issue({ client: client.id, customer: customer.id, scopes });
  },
});
