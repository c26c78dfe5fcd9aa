import { Type } from 'typebox';
import { clientId, customerId } from '../../src/base/ids.js';
import { Problem } from '../../src/base/problem.js';
import { raw } from '../../src/base/reply.js';
import { type AnyRoute, route } from '../../src/base/route.js';
import { createHealthRoutes } from '../../src/http/routes/health.js';
import type { TestServer } from './harness.js';
import { startServer } from './harness.js';

type ServerOptions = Parameters<typeof startServer>[0];

/** What the catalogue rows show; a test may change it. */
export interface Shown {
  body: unknown;
}

const input = Type.Object({ word: Type.Optional(Type.String()) });

const row = (head: Pick<AnyRoute, 'path' | 'access'> & Partial<AnyRoute>, body: () => unknown): AnyRoute =>
  route({
    method: 'GET',
    operation: `test${head.path}`,
    summary: 'A row of the tests.',
    input,
    ...head,
    run: async () => raw(200, body()),
  });

const signIn = route({
  method: 'POST',
  path: '/sign-in',
  operation: 'test.signIn',
  summary: 'Signs in with the password `right`.',
  access: 'credentials',
  hasOAuthErrors: true,
  limit: {
    accountNames: ['email', 'phone'],
    counts: 'failures',
    only: { name: 'grant', value: 'password' },
  },
  input: Type.Object({
    grant: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
  }),
  run: async ({ password }) => {
    if (password === 'away') throw new Error('storage away');
    if (password !== 'right') throw new Problem('request_parameter_invalid', { fields: ['password'] });
    return raw(200, { token: 'secret' });
  },
});

const linked = route({
  method: 'GET',
  path: '/linked',
  operation: 'test.linked',
  summary: 'One page of a list.',
  access: 'anyone',
  input,
  run: async () => ({ ...raw(200, []), headers: { Link: '<https://a/?page=2>; rel="next"' } }),
});

const signUp = route({
  method: 'POST',
  path: '/sign-up',
  operation: 'test.signUp',
  summary: 'Makes an account.',
  access: 'anyone',
  limit: { accountNames: ['email'], counts: 'all' },
  input: Type.Object({ email: Type.String() }),
  run: async ({ email }) => raw(200, { email }),
});

const rowsShowing = (shown: Shown): readonly AnyRoute[] => [
  row({ path: '/catalogue', access: 'anyone', cache: 'catalogue' }, () => shown.body),
  row({ path: '/quotes', access: 'anyone', isCompressible: true }, () => shown.body),
  row({ path: '/bookings', access: 'anyone' }, () => shown.body),
  row({ path: '/things/:thing', access: 'anyone', input: Type.Object({ thing: Type.String() }) }, () => ({})),
  row({ path: '/token', access: 'token' }, () => ({})),
  row({ path: '/licensed', access: { scopes: ['data'] } }, () => ({})),
  { ...signUp, path: '/things/new' },
  linked,
  signIn,
  signUp,
];

const operatorRow = row({ path: '/partners', access: 'operator' }, () => ({}));

/** Small rows of every kind that a good citizen treats differently, below `/v4`, `/v3_1` and `/operator/v1`. */
export const startCitizen = (
  shown: Shown,
  options: Partial<Omit<ServerOptions, 'mounts'>> = {},
): Promise<TestServer> => {
  const rows = rowsShowing(shown);
  const scopes = ['public'] as const;
  const signIn = { id: 's', epoch: 0 };
  const ofUser = { kind: 'user', client: clientId('app'), signIn, partner: undefined, scopes } as const;
  return startServer({
    mounts: [
      { prefix: '', version: 'v4', rows: createHealthRoutes({ unready: async () => [] }) },
      { prefix: '/v4', version: 'v4', origins: 'any', rows },
      { prefix: '/v3_1', version: 'v3_1', origins: 'any', rows },
      { prefix: '/operator/v1', version: 'v4', rows: [operatorRow] },
    ],
    tokens: {
      client: { kind: 'client', client: clientId('app'), partner: undefined, scopes },
      partner: { kind: 'client', client: clientId('acme'), partner: undefined, scopes: ['partner'] },
      ada: { ...ofUser, customer: customerId(1) },
      bob: { ...ofUser, customer: customerId(2) },
    },
    ...options,
  });
};
