import { Type } from 'typebox';
import { raw } from '../../base/reply.js';
import { type AnyRoute, type RunContext, route } from '../../base/route.js';
import type { OAuth, OAuthRequest } from '../../oauth/oauth.js';
import { codeBody, codeSchema, tokenBody, tokenSchema } from '../representations/accounts/token.js';

const parameter = Type.Optional(Type.String({ maxLength: 2048 }));

const credentials = { client_id: parameter, client_secret: parameter };

const tokenInput = Type.Object({
  grant_type: parameter,
  ...credentials,
  scope: parameter,
  customer_email: parameter,
  customer_password: parameter,
  customer_phone: parameter,
  verification_code: parameter,
  code: parameter,
  redirect_uri: parameter,
  code_verifier: parameter,
  refresh_token: parameter,
});

const publicTokenInput = Type.Object({ ...credentials, scope: parameter });

const authorizeInput = Type.Object({
  response_type: parameter,
  ...credentials,
  redirect_uri: parameter,
  scope: parameter,
  state: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  customer_email: parameter,
  customer_id: parameter,
});

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const requestOf = (
  input: Readonly<Partial<Record<string, string>>>,
  { headers, givenTwice, remoteAddress }: RunContext,
): OAuthRequest => ({
  parameters: new Map(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ),
  givenTwice,
  authorizationHeader: headers('authorization'),
  remoteAddress,
});

interface OAuthRouteOptions {
  readonly oauth: Pick<OAuth, 'token' | 'publicToken' | 'authorize'>;
}

/** Also answer without a version in the path (decision 9). */
export const createOAuthRoutes = ({ oauth }: OAuthRouteOptions): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/oauth/token',
    operation: 'token.issue',
    summary: 'Issues an access token.',
    access: 'credentials',
    limit: {
      accountNames: ['customer_email', 'customer_phone'],
      counts: 'failures',
      only: { name: 'grant_type', value: 'password' },
    },
    hasOAuthErrors: true,
    answer: tokenSchema,
    input: tokenInput,
    run: async (input, context) => {
      const grant = await oauth.token(requestOf(input, context));
      return { ...raw(200, tokenBody(grant)), headers: noStore };
    },
  }),
  route({
    method: 'POST',
    path: '/oauth/public_token',
    operation: 'token.issue_public',
    summary: 'Issues an access token to an app that can keep no secret.',
    access: 'credentials',
    hasOAuthErrors: true,
    answer: tokenSchema,
    input: publicTokenInput,
    run: async (input, context) => {
      const grant = await oauth.publicToken(requestOf(input, context));
      return { ...raw(200, tokenBody(grant)), headers: noStore };
    },
  }),
  route({
    method: 'POST',
    path: '/oauth/authorize',
    operation: 'code.issue',
    summary: 'Issues an authorization code for a customer.',
    redirects: 'Where a redirect_uri was given: code and state are in the query of the Location.',
    access: 'credentials',
    hasOAuthErrors: true,
    answer: codeSchema,
    input: authorizeInput,
    run: async (input, context) => {
      const { code, location } = await oauth.authorize(requestOf(input, context));
      if (location !== undefined) return { status: 302, headers: { ...noStore, Location: location } };
      return { ...raw(200, codeBody(code)), headers: noStore };
    },
  }),
];
