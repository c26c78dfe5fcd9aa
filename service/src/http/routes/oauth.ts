import { Type } from 'typebox';
import { type AnyRoute, raw, route } from '../../base/route.js';
import type { OAuth } from '../../oauth/oauth.js';
import { tokenBody, tokenSchema } from '../representations/token.js';

const parameter = Type.Optional(Type.String({ maxLength: 2048 }));

const tokenInput = Type.Object({
  grant_type: parameter,
  client_id: parameter,
  client_secret: parameter,
  scope: parameter,
  customer_email: parameter,
  customer_password: parameter,
  code: parameter,
  redirect_uri: parameter,
  refresh_token: parameter,
});

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const isPresent = (entry: readonly [string, string | undefined]): entry is readonly [string, string] =>
  entry[1] !== undefined;

interface OAuthRouteOptions {
  readonly oauth: Pick<OAuth, 'token'>;
}

/** Also answers without a version in the path (decision 9). */
export const createOAuthRoutes = ({ oauth }: OAuthRouteOptions): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/oauth/token',
    operation: 'token.issue',
    summary: 'Issues an access token.',
    access: 'credentials',
    limit: { accountNames: ['customer_email'], counts: 'failures' },
    hasOAuthErrors: true,
    answer: tokenSchema,
    input: tokenInput,
    run: async (input, { headers, givenTwice }) => {
      const grant = await oauth.token({
        parameters: new Map(Object.entries(input).filter(isPresent)),
        givenTwice,
        authorizationHeader: headers('authorization'),
      });
      return { ...raw(200, tokenBody(grant)), headers: noStore };
    },
  }),
];
