import { randomBytes } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from './fake-http.js';

export type Caller = 'nobody' | 'partner' | 'client' | 'user' | 'unknown';

export interface FakeCredentials {
  readonly client: { readonly id: string; readonly secret: string };
  readonly user: { readonly email: string; readonly password: string };
}

export interface FakeTokens {
  readonly answer: (request: FakeRequest) => FakeAnswer;
  readonly callerOf: (request: FakeRequest) => Caller;
}

const permitted = ['partner', 'public'];

/** Client credentials, password and refresh, for one client and one user. */
export function createFakeTokens({ client, user }: FakeCredentials): FakeTokens {
  const callers = new Map<string, Caller>();
  const refreshable = new Map<string, string>();

  const issue = (caller: Caller, scope: string, isRefreshable: boolean): FakeAnswer => {
    const access = randomBytes(32).toString('hex');
    const refresh = randomBytes(32).toString('hex');
    callers.set(access, caller);
    if (isRefreshable) refreshable.set(refresh, scope);
    const token = {
      access_token: access,
      token_type: 'bearer',
      expires_in: 31_557_600,
      scope,
      created_at: Math.floor(Date.now() / 1000),
    };
    return { status: 200, body: isRefreshable ? { ...token, refresh_token: refresh } : token };
  };
  const isClient = (request: FakeRequest): boolean => {
    const basic = /^Basic (.+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    if (basic !== undefined)
      return Buffer.from(basic, 'base64').toString() === `${client.id}:${client.secret}`;
    return (
      request.given.get('client_id') === client.id && request.given.get('client_secret') === client.secret
    );
  };
  const answer = (request: FakeRequest): FakeAnswer => {
    const { given } = request;
    const scope = given.get('scope') ?? 'public';
    if (!scope.split(' ').every((name) => permitted.includes(name))) return oauthError('invalid_scope');
    switch (given.get('grant_type')) {
      case 'client_credentials':
        if (!isClient(request)) return oauthError('invalid_client', 401);
        return issue(scope.includes('partner') ? 'partner' : 'client', scope, false);
      case 'password': {
        const isUser =
          given.get('customer_email') === user.email && given.get('customer_password') === user.password;
        return isUser ? issue('user', scope, true) : oauthError('invalid_grant');
      }
      case 'refresh_token': {
        const spent = given.get('refresh_token') ?? '';
        const granted = refreshable.get(spent);
        refreshable.delete(spent);
        return granted === undefined ? oauthError('invalid_grant') : issue('user', granted, true);
      }
      case undefined:
        return oauthError('invalid_request');
      default:
        return oauthError('unsupported_grant_type');
    }
  };
  const callerOf = ({ headers, path }: FakeRequest): Caller => {
    const header = headers['authorization'];
    if (header === undefined || path === '/oauth/token') return 'nobody';
    return callers.get(header.replace('Bearer ', '')) ?? 'unknown';
  };
  return { answer, callerOf };
}

function oauthError(error: string, status = 400): FakeAnswer {
  return { status, body: { error, error_description: 'That was refused.' } };
}
