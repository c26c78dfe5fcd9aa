import type { Accounts, Customer } from '../accounts/accounts.js';
import { type CustomerId, customerId, type RandomHex } from '../base/ids.js';
import { codeBytes, codeId } from './authorization-code.js';
import type { CodeStore } from './authorization-code-store.js';
import { requireClientCredentials } from './client-credentials.js';
import { type Client, requirePermission, type VerifyClient } from './clients/client.js';
import { codeLifetimeMs } from './lifetime.js';
import type { Authorization, OAuthRequest } from './oauth.js';
import { OAuthProblem } from './oauth-problem.js';
import { readChallenge } from './pkce.js';
import { redirectTo } from './redirect-uri.js';
import { grantScopes } from './scope.js';

/** What authorizing needs of the accounts. */
export type CustomerDirectory = Pick<Accounts, 'find' | 'findByEmail'>;

interface AuthorizeDependencies {
  readonly verifyClient: VerifyClient;
  readonly codes: Pick<CodeStore, 'insertCode'>;
  readonly customers: CustomerDirectory;
  readonly now: () => number;
  readonly randomHex: RandomHex;
}

type Parameters = OAuthRequest['parameters'];

const refuse = (description: string): never => {
  throw new OAuthProblem('invalid_request', description);
};

const requireCodeResponse = (parameters: Parameters): void => {
  const type = parameters.get('response_type');
  if (type === undefined) refuse('response_type is required');
  if (type !== 'code') throw new OAuthProblem('unsupported_response_type', 'response_type must be code');
};

/** Only an address the client has registered, letter for letter: nothing is ever sent to another, no error either. */
const readRedirectUri = (parameters: Parameters, client: Client): string | undefined => {
  const given = parameters.get('redirect_uri');
  if (given === undefined || client.redirectUris.includes(given)) return given;
  return refuse('the redirect_uri is not registered for this client');
};

/** RFC 6749, appendix A.5: printable ASCII. */
const readState = (parameters: Parameters): string | undefined => {
  const state = parameters.get('state');
  if (state === undefined || /^[\x20-\x7e]+$/.test(state)) return state;
  return refuse('state must be printable ASCII');
};

const readCustomerId = (text: string): CustomerId =>
  /^\d{1,15}$/.test(text) ? customerId(Number(text)) : refuse('customer_id must be an integer');

const findCustomer = (
  customers: CustomerDirectory,
  parameters: Parameters,
): Promise<Customer | undefined> => {
  const [email, id] = [parameters.get('customer_email'), parameters.get('customer_id')];
  if (email !== undefined && id === undefined) return customers.findByEmail(email);
  if (id !== undefined && email === undefined) return customers.find(readCustomerId(id));
  return refuse('either customer_email or customer_id is required');
};

/** POST /oauth/authorize, in order: which client, may it, what does it ask for, and only then whether there is such a customer. */
export const createAuthorizeEndpoint = (dependencies: AuthorizeDependencies) => {
  const { verifyClient, codes, customers, now, randomHex } = dependencies;
  return async (request: OAuthRequest): Promise<Authorization> => {
    const { parameters } = request;
    const client = await verifyClient(requireClientCredentials(request));
    requirePermission(client, 'authorize');
    requireCodeResponse(parameters);
    const redirectUri = readRedirectUri(parameters, client);
    const state = readState(parameters);
    const challenge = readChallenge(parameters);
    const scopes = grantScopes(parameters.get('scope'), client.scopes);
    const customer = await findCustomer(customers, parameters);
    if (customer === undefined) throw new OAuthProblem('access_denied', 'there is no such customer');
    const code = randomHex(codeBytes);
    await codes.insertCode({
      _id: codeId(code),
      client: client.id,
      customer: customer.id,
      epoch: customer.signIns.epoch,
      scopes,
      redirectUri: redirectUri ?? null,
      challenge: challenge ?? null,
      expiresAt: now() + codeLifetimeMs,
    });
    return { code, location: redirectUri === undefined ? undefined : redirectTo(redirectUri, code, state) };
  };
};
