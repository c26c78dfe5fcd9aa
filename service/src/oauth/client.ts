import { createHash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../base/caller.js';
import { type ClientId, clientId, type PartnerId } from '../base/ids.js';
import type { ClientCredentials } from './client-credentials.js';
import { OAuthProblem } from './oauth-problem.js';
import type { ClientDocument, OAuthStore } from './store.js';

/** A client as the token endpoint knows it. */
export interface Client {
  readonly id: ClientId;
  readonly partner: PartnerId | undefined;
  readonly scopes: readonly Scope[];
}

/** Stands for whoever signs in with a password and no client of their own (decision 3). Not stored; it has no secret. */
export const firstPartyClient: Client = {
  id: clientId('first-party'),
  partner: undefined,
  scopes: ['public', 'mobile'],
};

/** Fast on purpose: the secret is 256 random bits, which no guessing reaches. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const isSecretOf = (secret: string, client: ClientDocument | undefined): boolean => {
  const given = Buffer.from(hashSecret(secret));
  const expected = Buffer.from(client?.secretHash ?? hashSecret('no such client'));
  return timingSafeEqual(given, expected) && client !== undefined;
};

export const clientOf = (document: ClientDocument): Client => ({
  id: document._id,
  partner: document.partner ?? undefined,
  scopes: document.scopes,
});

/** Throws `invalid_client` alike for an unknown client and a wrong secret. */
export const verifyClient = async (
  store: Pick<OAuthStore, 'client'>,
  { id, secret }: ClientCredentials,
): Promise<Client> => {
  const document = await store.client(clientId(id));
  if (document === undefined || !isSecretOf(secret, document)) {
    throw new OAuthProblem('invalid_client', 'the client is unknown or its secret is wrong');
  }
  return clientOf(document);
};
