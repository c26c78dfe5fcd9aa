import type { Scope } from '../../base/caller.js';
import { type ClientId, clientId, type PartnerId } from '../../base/ids.js';
import type { ClientCredentials } from '../client-credentials.js';
import { OAuthProblem } from '../oauth-problem.js';
import { isSecretOf } from './client-secret.js';
import type { ClientDocument, ClientStore } from './client-store.js';
import type { Permission } from './permission.js';

/** A client as the token endpoints know it. */
export interface Client {
  readonly id: ClientId;
  readonly partner: PartnerId | undefined;
  readonly scopes: readonly Scope[];
  readonly permissions: readonly Permission[];
  readonly redirectUris: readonly string[];
}

/** Stands for whoever signs in with a password and no client of their own (decision 3). Not stored; it has no secret. */
export const firstPartyClient: Client = {
  id: clientId('first-party'),
  partner: undefined,
  scopes: ['public', 'mobile'],
  permissions: [],
  redirectUris: [],
};

export const clientOf = ({ _id, partner, scopes, permissions, redirectUris }: ClientDocument): Client => ({
  id: _id,
  partner: partner ?? undefined,
  scopes,
  permissions,
  redirectUris,
});

/** The client of these credentials. Throws `OAuthProblem`. */
export type VerifyClient = (credentials: ClientCredentials) => Promise<Client>;

/** Refuses alike an unknown client, a deleted one and a wrong secret. */
export const createVerifyClient =
  (store: Pick<ClientStore, 'client'>, now: () => number): VerifyClient =>
  async ({ id, secret }) => {
    const document = await store.client(clientId(id));
    const isProven = isSecretOf(secret, document?.secrets ?? [], now());
    if (document === undefined || !isProven) {
      throw new OAuthProblem('invalid_client', 'the client is unknown or its secret is wrong');
    }
    return clientOf(document);
  };

/** Throws `unauthorized_client` where the operator has not allowed it. */
export const requirePermission = (client: Client, permission: Permission): void => {
  if (!client.permissions.includes(permission)) {
    throw new OAuthProblem('unauthorized_client', `the client has no permission ${permission}`);
  }
};
