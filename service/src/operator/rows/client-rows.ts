import { Type } from 'typebox';
import { scopes } from '../../base/caller.js';
import { clientId, partnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Clients, ClientWithSecret, RegisteredClient } from '../../oauth/clients/clients.js';
import { permissions } from '../../oauth/clients/permission.js';
import type { Partners } from '../../webhooks/partners/partners.js';
import { instantText } from './instant-text.js';

type Shown = Readonly<Record<string, unknown>>;

const showClient = (client: RegisteredClient): Shown => ({
  client_id: client.id,
  name: client.name,
  partner: client.partner ?? null,
  scopes: client.scopes.join(' '),
  permissions: client.permissions.join(' '),
  redirect_uris: client.redirectUris,
  secrets: client.secrets.map(({ id, createdAt, until }) => ({
    id,
    created_at: instantText(createdAt),
    ends_at: instantText(until),
  })),
  created_at: instantText(client.createdAt),
});

const showWithSecret = ({ client, secret }: ClientWithSecret): Shown => ({
  ...showClient(client),
  client_secret: secret,
});

/** The words of a list that are known; throws 400 naming the field for any other. */
const wordsIn = <Word extends string>(
  field: string,
  known: readonly Word[],
  texts: readonly string[],
): readonly Word[] => {
  const words = texts.flatMap((text) => known.filter((word) => word === text));
  if (words.length === texts.length) return [...new Set(words)];
  throw new Problem('request_parameter_invalid', {
    fields: [field],
    details: `${field} are ${known.join(', ')}`,
  });
};

const scopesIn = (texts: readonly string[]) => {
  if (texts.length > 0) return wordsIn('scopes', scopes, texts);
  throw new Problem('request_parameter_invalid', { fields: ['scopes'], details: 'at least one' });
};

const permissionsIn = (texts: readonly string[]) => wordsIn('permissions', permissions, texts);

const clientName = Type.Object({ clientId: Type.String({ maxLength: 200 }) });
const name = Type.String({ minLength: 1, maxLength: 200 });
const lists = {
  permissions: Type.Optional(Type.Array(Type.String())),
  redirect_uris: Type.Optional(Type.Array(Type.String())),
};

interface Lists {
  readonly permissions?: readonly string[] | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
}

const listsOf = ({ permissions: allowed, redirect_uris: redirectUris }: Lists) => ({
  ...(allowed !== undefined && { permissions: permissionsIn(allowed) }),
  ...(redirectUris !== undefined && { redirectUris }),
});

const tenYearsSeconds = 315_576_000;

interface ClientRowOptions {
  readonly oauth: Omit<Clients, 'isClientIdTaken'>;
  readonly partners: Pick<Partners, 'view'>;
}

/** OAuth clients; a secret is answered once, when it is made. */
export const createClientRows = ({ oauth, partners }: ClientRowOptions): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/clients',
    operation: 'operator.clients.list',
    summary: 'All OAuth clients, without secrets.',
    access: 'operator',
    input: Type.Object({}),
    run: async () => raw(200, (await oauth.listClients()).map(showClient)),
  }),
  route({
    method: 'GET',
    path: '/clients/:clientId',
    operation: 'operator.clients.view',
    summary: 'One OAuth client, without secrets.',
    access: 'operator',
    input: clientName,
    run: async (input) => raw(200, showClient(await oauth.viewClient(clientId(input.clientId)))),
  }),
  route({
    method: 'POST',
    path: '/clients',
    operation: 'operator.clients.register',
    summary: 'Registers an OAuth client; its secret is answered this once.',
    access: 'operator',
    input: Type.Object({
      name,
      partner: Type.Optional(Type.String()),
      scopes: Type.Array(Type.String()),
      ...lists,
    }),
    run: async ({ name: given, partner, scopes: wanted, ...rest }) => {
      const client = { name: given, scopes: scopesIn(wanted), ...listsOf(rest) };
      const owner = partner === undefined ? {} : { partner: (await partners.view(partnerId(partner)))._id };
      return raw(201, showWithSecret(await oauth.registerClient({ ...client, ...owner })));
    },
  }),
  route({
    method: 'PUT',
    path: '/clients/:clientId',
    operation: 'operator.clients.change',
    summary: 'Changes what is given of a client; tokens given out lose the scopes taken away.',
    access: 'operator',
    input: Type.Object({
      clientId: Type.String(),
      name: Type.Optional(name),
      scopes: Type.Optional(Type.Array(Type.String())),
      ...lists,
    }),
    run: async ({ clientId: id, name: given, scopes: wanted, ...rest }) => {
      const change = {
        ...(given !== undefined && { name: given }),
        ...(wanted !== undefined && { scopes: scopesIn(wanted) }),
        ...listsOf(rest),
      };
      return raw(200, showClient(await oauth.changeClient(clientId(id), change)));
    },
  }),
  route({
    method: 'DELETE',
    path: '/clients/:clientId',
    operation: 'operator.clients.delete',
    summary: 'Deletes a client; its tokens, codes and secrets end with it.',
    access: 'operator',
    input: clientName,
    run: async (input) => {
      await oauth.deleteClient(clientId(input.clientId));
      return { status: 204 };
    },
  }),
  route({
    method: 'POST',
    path: '/clients/:clientId/secrets',
    operation: 'operator.clients.rotate_secret',
    summary: 'Makes a new secret, answered this once; the one before ends after `overlap_seconds`.',
    access: 'operator',
    input: Type.Object({
      clientId: Type.String(),
      overlap_seconds: Type.Integer({ minimum: 0, maximum: tenYearsSeconds }),
    }),
    run: async ({ clientId: id, overlap_seconds: seconds }) =>
      raw(201, showWithSecret(await oauth.rotateSecret(clientId(id), seconds * 1000))),
  }),
  route({
    method: 'DELETE',
    path: '/clients/:clientId/secrets/:secretId',
    operation: 'operator.clients.revoke_secret',
    summary: 'Ends one of two live secrets at once.',
    access: 'operator',
    input: Type.Object({ clientId: Type.String(), secretId: Type.String() }),
    run: async ({ clientId: id, secretId }) =>
      raw(200, showClient(await oauth.revokeSecret(clientId(id), secretId))),
  }),
];
