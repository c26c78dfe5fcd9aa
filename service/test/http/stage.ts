import { customerCollection } from '../../src/accounts/store.js';
import { apiMounts, createApi } from '../../src/app/api.js';
import { createDesk } from '../../src/app/desk.js';
import { createMail } from '../../src/app/mail.js';
import { createMarket } from '../../src/app/market.js';
import type { Scope } from '../../src/base/caller.js';
import type { CollectionSpec, Database, StoredDocument } from '../../src/base/documents.js';
import { clientId, partnerId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import type { AnyRoute } from '../../src/base/route.js';
import { bookingCollection } from '../../src/bookings/store.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import { noLimits, type RateLimits } from '../../src/http/limits/limits.js';
import { poolCollection } from '../../src/inventory/pool.js';
import { familyCollection } from '../../src/oauth/family-store.js';
import { createPages } from '../../src/pages/create-pages.js';
import { openDatabase } from '../../src/storage/open.js';
import { isStorageAway } from '../../src/storage/storage-away.js';
import { catalogueOf } from '../catalogue/builders.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';
import { checkedServer, createAnswerCheck } from './answer-check.js';
import { countingHex, startServer, type TestServer } from './harness.js';

export const userEmail = 'ada@example.com';
export const userPassword = 'correct horse battery';
/** Where every client of the stage may have codes sent. */
export const registeredUri = 'http://127.0.0.1:8910/callback';

/** The whole API over HTTP on an embedded database in memory, with tokens ready to use. */
export interface Stage {
  readonly server: TestServer;
  readonly rows: readonly AnyRoute[];
  readonly database: Database;
  readonly clock: FakeClock;
  readonly tokens: {
    readonly user: string;
    readonly otherUser: string;
    readonly partner: string;
    readonly otherPartner: string;
    readonly public: string;
    readonly data: string;
    readonly mobile: string;
    readonly internal: string;
  };
  readonly client: { readonly id: string; readonly secret: string };
  /** How many documents there are that a request could have written. */
  readonly storedCount: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface StageOptions {
  readonly content?: Partial<CatalogueContent>;
  readonly curie?: string;
  readonly start?: number;
  readonly rateLimits?: RateLimits;
  /** In place of one in memory. */
  readonly openDatabase?: (clock: FakeClock) => Promise<Database>;
}

export const secretKey = 'a secret for tests, of no worth elsewhere';

const openInMemory = (clock: FakeClock): Promise<Database> =>
  openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes: true });

/** The parts as the service composes them, but for a catalogue made in memory and cheap passwords. */
const openParts = async (
  clock: FakeClock,
  { content = {}, openDatabase: open = openInMemory }: StageOptions,
) => {
  const database = await open(clock);
  const randomHex = countingHex();
  const catalogue = catalogueOf(content);
  const passwordCost = { memoryCost: 1024, timeCost: 1 };
  const mail = createMail({ database, clock, randomHex, logger: silentLogger, secretKey });
  const { messages } = mail;
  const market = createMarket({ database, clock, catalogue, randomHex, secretKey, messages, passwordCost });
  const bookings = createDesk({
    database,
    clock,
    randomHex,
    logger: silentLogger,
    market,
    noticesWanted: async () => ({ create: true, cancel: true }),
    partnerName: async (id) => (id === 'acme' ? 'Acme Parking' : undefined),
    onCommitted: () => undefined,
  });
  await database.ensureIndexes();
  const count = <T extends StoredDocument>(spec: CollectionSpec<T>): Promise<number> =>
    database.collection(spec).countDocuments({});
  const storedCount = async (): Promise<number> => {
    const counts = [
      count(bookingCollection),
      count(poolCollection),
      count(familyCollection),
      count(customerCollection),
    ];
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
  return { database, catalogue, market, bookings, storedCount };
};

type Parts = Awaited<ReturnType<typeof openParts>>;

const addClient = async ({ market: { oauth } }: Parts, name: string, scopes: readonly Scope[]) => {
  const partner = partnerId(name);
  const { client, secret: clientSecret } = await oauth.registerClient({
    id: clientId(name),
    name,
    partner,
    scopes,
    permissions: ['authorize', 'public_token'],
    redirectUris: [registeredUri],
  });
  const grant = await oauth.token({
    parameters: new Map([
      ['grant_type', 'client_credentials'],
      ['client_id', client.id],
      ['client_secret', clientSecret],
      ['scope', scopes.join(' ')],
    ]),
    givenTwice: [],
    authorizationHeader: undefined,
  });
  return { token: grant.accessToken, secret: clientSecret };
};

const addUser = async ({ market: { accounts, oauth } }: Parts, email: string): Promise<string> => {
  await accounts.createWithPassword({
    email,
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: userPassword,
  });
  const grant = await oauth.token({
    parameters: new Map([
      ['grant_type', 'password'],
      ['customer_email', email],
      ['customer_password', userPassword],
    ]),
    givenTwice: [],
    authorizationHeader: undefined,
  });
  return grant.accessToken;
};

export const openStage = async (options: StageOptions = {}): Promise<Stage> => {
  const { curie = 'svc', start, rateLimits = noLimits } = options;
  const clock = createFakeClock(start === undefined ? {} : { start });
  const parts = await openParts(clock, options);
  const { catalogue, market, bookings, database, storedCount } = parts;
  const acme = await addClient(parts, 'acme', ['public', 'partner']);
  const tokens = {
    user: await addUser(parts, userEmail),
    otherUser: await addUser(parts, 'bob@example.com'),
    partner: acme.token,
    otherPartner: (await addClient(parts, 'other', ['partner'])).token,
    public: (await addClient(parts, 'plain', ['public'])).token,
    data: (await addClient(parts, 'data', ['public', 'data'])).token,
    mobile: (await addClient(parts, 'app', ['mobile'])).token,
    internal: (await addClient(parts, 'desk', ['internal'])).token,
  };
  const rows = createApi({ market, catalogue, bookings, clock });
  const plainServer = await startServer({
    mounts: apiMounts(rows, { market, curie }),
    authenticate: market.oauth.authenticate,
    clock,
    curie,
    rateLimits,
    pages: createPages({
      ...{ catalogue, bookings, clock, quotes: market.quotes },
      logger: silentLogger,
      isStorageAway,
    }),
    isStorageAway,
  });
  const server = checkedServer(plainServer, createAnswerCheck(rows, curie));
  return {
    server,
    rows,
    database,
    clock,
    tokens,
    client: { id: 'acme', secret: acme.secret },
    storedCount,
    close: async () => {
      await server.close();
      await database.close();
    },
  };
};
