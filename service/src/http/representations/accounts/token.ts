import { Type } from 'typebox';
import { tokenLifetimeSeconds } from '../../../oauth/lifetime.js';
import type { TokenGrant } from '../../../oauth/oauth.js';

/** An access token as RFC 6749 has it; no convention of the API applies. */
export const tokenBody = (grant: TokenGrant): Readonly<Record<string, unknown>> => ({
  access_token: grant.accessToken,
  token_type: 'bearer',
  expires_in: tokenLifetimeSeconds,
  ...(grant.refreshToken !== undefined && { refresh_token: grant.refreshToken }),
  scope: grant.scopes.join(' '),
  created_at: Math.floor(grant.createdAt / 1000),
});

export const tokenSchema = Type.Object({
  access_token: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Literal(tokenLifetimeSeconds),
  refresh_token: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  scope: Type.String(),
  created_at: Type.Integer(),
});

/** Good for 30 minutes, once. */
export const codeBody = (code: string): Readonly<Record<string, unknown>> => ({ code });

export const codeSchema = Type.Object({ code: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
