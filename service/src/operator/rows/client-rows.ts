import { Type } from 'typebox';
import { type Scope, scopes } from '../../base/caller.js';
import { partnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { type AnyRoute, raw, route } from '../../base/route.js';
import type { OAuth, RegisteredClient } from '../../oauth/oauth.js';
import type { Partners } from '../../webhooks/partners.js';

const showClient = ({
  id,
  name,
  partner,
  scopes: granted,
}: RegisteredClient): Readonly<Record<string, unknown>> => ({
  client_id: id,
  name,
  partner: partner ?? null,
  scopes: granted.join(' '),
});

interface ClientRowOptions {
  readonly oauth: Pick<OAuth, 'listClients' | 'registerClient'>;
  readonly partners: Pick<Partners, 'view'>;
}

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text);

const scopesIn = (texts: readonly string[]): readonly Scope[] => {
  const known = texts.filter(isScope);
  if (known.length < texts.length || known.length === 0)
    throw new Problem('request_parameter_invalid', {
      fields: ['scopes'],
      details: `scopes are ${scopes.join(', ')}`,
    });
  return known;
};

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
    method: 'POST',
    path: '/clients',
    operation: 'operator.clients.register',
    summary: 'Registers an OAuth client; its secret is answered this once.',
    access: 'operator',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      partner: Type.Optional(Type.String()),
      scopes: Type.Array(Type.String()),
    }),
    run: async ({ name, partner, scopes: wanted }) => {
      const owner = partner === undefined ? {} : { partner: (await partners.view(partnerId(partner)))._id };
      const { client, secret } = await oauth.registerClient({ name, scopes: scopesIn(wanted), ...owner });
      return raw(201, { ...showClient(client), client_secret: secret });
    },
  }),
];
