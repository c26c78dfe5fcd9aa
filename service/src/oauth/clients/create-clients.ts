import { type ClientId, clientId, type RandomHex } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { isRedirectUri } from '../redirect-uri.js';
import { hashSecret } from './client-secret.js';
import type { ClientChange, ClientDocument, ClientStore, SecretDocument } from './client-store.js';
import type { Clients, RegisteredClient } from './clients.js';
import { liveSecrets, secretId, withoutSecret, withSecret } from './secret-rotation.js';

interface ClientsDependencies {
  readonly store: ClientStore;
  readonly now: () => number;
  readonly randomHex: RandomHex;
  /** The client changed: whoever keeps it must read it again. */
  readonly forget: (id: ClientId) => void;
}

const maximumRedirectUris = 20;
/** How often a change starts anew because another came first. */
const tries = 5;

const requireRedirectUris = (uris: readonly string[]): readonly string[] => {
  if (uris.length <= maximumRedirectUris && uris.every(isRedirectUri)) return [...new Set(uris)];
  throw new Problem('request_parameter_invalid', {
    fields: ['redirect_uris'],
    details: `at most ${maximumRedirectUris} absolute https addresses (http to the own machine), without user, fragment, code, state and error`,
  });
};

const shownAt = (document: ClientDocument, now: number): RegisteredClient => ({
  id: document._id,
  name: document.name,
  partner: document.partner ?? undefined,
  scopes: document.scopes,
  permissions: document.permissions,
  redirectUris: document.redirectUris,
  secrets: liveSecrets(document, now).map((secret) => ({
    id: secretId(secret),
    createdAt: secret.createdAt,
    until: secret.until ?? undefined,
  })),
  createdAt: document.createdAt,
});

export const createClients = ({ store, now, randomHex, forget }: ClientsDependencies): Clients => {
  const shown = (document: ClientDocument): RegisteredClient => shownAt(document, now());

  const newSecret = (secret: string): SecretDocument => ({
    hash: hashSecret(secret),
    createdAt: now(),
    until: null,
  });

  const find = async (id: ClientId): Promise<ClientDocument> => {
    const document = await store.client(id);
    if (document === undefined) throw new Problem('client_not_found');
    return document;
  };

  /** Works the change out from the client as it is, and again when another change came first. */
  const change = async (
    id: ClientId,
    workOut: (client: ClientDocument) => ClientChange,
  ): Promise<RegisteredClient> => {
    for (let turn = 0; turn < tries; turn += 1) {
      const document = await find(id);
      const changed = await store.changeClient(document, workOut(document));
      forget(id);
      if (changed !== undefined) return shown(changed);
    }
    throw new Problem('service_unavailable', { details: 'others are changing the client' });
  };

  return {
    registerClient: async ({ id, partner, permissions = [], redirectUris = [], secret, ...given }) => {
      const made = secret ?? randomHex(32);
      const document = {
        _id: id ?? clientId(randomHex(16)),
        rev: 0,
        ...given,
        partner: partner ?? null,
        permissions,
        redirectUris: requireRedirectUris(redirectUris),
        secrets: [newSecret(made)],
        createdAt: now(),
        deletedAt: null,
      };
      await store.insertClient(document);
      return { client: shown(document), secret: made };
    },
    isClientIdTaken: store.isTaken,
    listClients: async () => (await store.clients()).map(shown),
    viewClient: async (id) => shown(await find(id)),
    changeClient: (id, given) => {
      const { redirectUris } = given;
      const checked = redirectUris === undefined ? {} : { redirectUris: requireRedirectUris(redirectUris) };
      return change(id, ({ name }) => ({ name, ...given, ...checked }));
    },
    rotateSecret: async (id, overlapMs) => {
      const secret = randomHex(32);
      const client = await change(id, (before) => withSecret(before, newSecret(secret), now() + overlapMs));
      return { client, secret };
    },
    revokeSecret: (id, revoked) => change(id, (client) => withoutSecret(client, revoked, now())),
    deleteClient: async (id) => {
      await change(id, () => ({ deletedAt: now(), secrets: [] }));
    },
  };
};
