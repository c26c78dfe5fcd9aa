import { Type } from 'typebox';
import type { Customer } from '../../src/accounts/accounts.js';
import { parseEmail } from '../../src/accounts/email.js';
import type { Database } from '../../src/base/documents.js';
import { clientId, customerId, partnerId } from '../../src/base/ids.js';
import { raw } from '../../src/base/reply.js';
import { route } from '../../src/base/route.js';
import { createOAuthRoutes } from '../../src/http/routes/oauth.js';
import { authorizationCodeCollection } from '../../src/oauth/authorization-code-store.js';
import { clientCollection } from '../../src/oauth/clients/client-store.js';
import { createOAuth } from '../../src/oauth/create-oauth.js';
import { familyCollection } from '../../src/oauth/family-store.js';
import type { SignInAccounts } from '../../src/oauth/grants/sign-in.js';
import type { OAuth } from '../../src/oauth/oauth.js';
import { openDatabase } from '../../src/storage/open.js';
import { checkedServer, createAnswerCheck } from '../http/answer-check.js';
import {
  countingHex,
  noon,
  type Received,
  type Sent,
  startServer,
  type TestServer,
} from '../http/harness.js';
import { at } from '../http/read.js';
import { type Hooks, traceDatabase } from '../support/traced-database.js';

export const user: Customer = {
  id: customerId(7),
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'L',
  hasPassword: true,
  signIns: { epoch: 0, kept: null },
};
export const password = 'correct horse';
export const phone = '+12025550123';
export const verificationCode = '123456';
export const callback = 'https://acme.example/callback';

export interface OAuthStage {
  readonly server: TestServer;
  readonly oauth: OAuth;
  readonly database: Database;
  readonly clock: { at: number; readonly now: () => number };
  /** Of the client `acme app`, which may do everything but `internal`. */
  readonly secret: string;
  /** Of the client `other app`, with the same permissions and addresses. */
  readonly otherSecret: string;
  /** Of the client `plain app`, which has no permission. */
  readonly plainSecret: string;
  /** To an endpoint of /v4/oauth. */
  readonly post: (endpoint: string, sent: Sent, query?: string) => Promise<Received>;
  /** Who a token stands for, as the service sees it. */
  readonly whoIs: (token: string) => Promise<Received>;
  /** How many families and codes there are. */
  readonly storedCount: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface StageOptions {
  /** Breaks in before and after calls on the database. */
  readonly hooks?: Hooks;
  readonly signIn?: Partial<SignInAccounts>;
}

const accounts = {
  verifyPassword: async (email: string, given: string) =>
    email === user.email && given === password ? user : undefined,
  verifyCode: async (target: { readonly email: string } | { readonly phone: string }, code: string) => {
    const isKnown = 'email' in target ? target.email === user.email : target.phone === phone;
    return isKnown && code === verificationCode ? user : undefined;
  },
  find: async (id: number) => (id === user.id ? user : undefined),
  whenSignInsEnd: () => undefined,
  findByEmail: async (email: string) => (parseEmail(email) === user.email ? user : undefined),
};

const whoAmI = route({
  method: 'GET',
  path: '/me',
  operation: 'test.me',
  summary: 'Who calls.',
  access: 'token',
  answer: Type.Any(),
  input: Type.Object({}),
  run: async (_input, { caller }) => raw(200, caller),
});

const registerClients = async (oauth: OAuth) => {
  const trusted = {
    partner: partnerId('acme'),
    scopes: ['public', 'partner', 'mobile'],
    permissions: ['authorize', 'public_token'],
    redirectUris: [callback, 'https://acme.example/other?keep=1', 'http://127.0.0.1:8910/callback'],
  } as const;
  const acme = await oauth.registerClient({ ...trusted, id: clientId('acme app'), name: 'Acme' });
  const other = await oauth.registerClient({ ...trusted, id: clientId('other app'), name: 'Other' });
  const plain = await oauth.registerClient({ id: clientId('plain app'), name: 'Plain', scopes: ['public'] });
  return { secret: acme.secret, otherSecret: other.secret, plainSecret: plain.secret };
};

/** The token endpoints over HTTP on an embedded database in memory, with one customer. */
export const openOAuthStage = async ({ hooks = {}, signIn = {} }: StageOptions = {}): Promise<OAuthStage> => {
  const clock = { at: noon, now: () => clock.at, elapsed: () => clock.at };
  const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes: true });
  const traced = traceDatabase(database, hooks);
  const oauth = createOAuth({
    clients: traced.collection(clientCollection),
    families: traced.collection(familyCollection),
    codes: traced.collection(authorizationCodeCollection),
    accounts: { ...accounts, ...signIn },
    clock,
    randomHex: countingHex(),
    macKey: Buffer.alloc(32, 7),
  });
  await database.ensureIndexes();
  const secrets = await registerClients(oauth);
  const rows = [...createOAuthRoutes({ oauth }), whoAmI];
  const unchecked = await startServer({
    mounts: [
      { prefix: '/v4', version: 'v4', rows },
      { prefix: '/v3_1', version: 'v3_1', rows },
      { prefix: '', version: 'v4', rows },
    ],
    authenticate: oauth.authenticate,
    clock,
  });
  const server = checkedServer(unchecked, createAnswerCheck(rows, 'svc'));
  return {
    ...{ server, oauth, database, clock },
    ...secrets,
    post: (endpoint, sent, query = '') =>
      server.send(`/v4/oauth/${endpoint}${query}`, { method: 'POST', ...sent }),
    whoIs: (token) => server.send('/v4/me', { token }),
    storedCount: async () => {
      const families = await database.collection(familyCollection).countDocuments({});
      return families + (await database.collection(authorizationCodeCollection).countDocuments({}));
    },
    close: async () => {
      await server.close();
      await database.close();
    },
  };
};

/** A member of a JSON answer as text. */
export const member = (body: unknown, name: string): string => String(at(body, name));

/** The sign-in that a token belongs to, of a customer who never ended any. */
export const signInOf = (token: string) => ({ id: token.slice(0, 32), epoch: 0 });

export const basic = (id: string, secret: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${secret}`).toString('base64')}`,
});
