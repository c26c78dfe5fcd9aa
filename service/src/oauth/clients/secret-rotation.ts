import { Problem } from '../../base/problem.js';
import { isLive } from './client-secret.js';
import type { ClientChange, ClientDocument, SecretDocument } from './client-store.js';

const idDigits = 8;

/** Names a secret to the operator and tells nothing of it. */
export const secretId = ({ hash }: SecretDocument): string => hash.slice(0, idDigits);

export const liveSecrets = (client: ClientDocument, now: number): readonly SecretDocument[] =>
  client.secrets.filter((secret) => isLive(secret, now));

/** The new secret beside the one before, which ends at `until`. Throws 409 where two are live already: one may be in use. */
export const withSecret = (
  client: ClientDocument,
  secret: SecretDocument,
  until: number,
): Pick<ClientChange, 'secrets'> => {
  const live = liveSecrets(client, secret.createdAt);
  if (live.length > 1) {
    throw new Problem('client_secret_conflict', { details: 'two secrets are live; revoke one first' });
  }
  return { secrets: [secret, ...live.map((former) => ({ ...former, until }))] };
};

/** Without the secret of that id; the one that stays does not end any more. */
export const withoutSecret = (
  client: ClientDocument,
  id: string,
  now: number,
): Pick<ClientChange, 'secrets'> => {
  const live = liveSecrets(client, now);
  const rest = live.filter((secret) => secretId(secret) !== id);
  if (rest.length === live.length) throw new Problem('client_secret_not_found');
  if (rest.length === 0) {
    const details = 'it is the only secret; rotate it, or delete the client';
    throw new Problem('client_secret_conflict', { details });
  }
  return { secrets: rest.map((secret) => ({ ...secret, until: null })) };
};
