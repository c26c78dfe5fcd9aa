import { createAccounts } from '../../src/accounts/create-accounts.js';
import { customerCollection, reservedCollection } from '../../src/accounts/store.js';
import { counterCollection, createCounter } from '../../src/base/counters.js';
import type { Database } from '../../src/base/documents.js';
import { clientId, partnerId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import type { AnyRoute } from '../../src/base/route.js';
import { bookingIdFloor } from '../../src/bookings/booking-id.js';
import { createBookings } from '../../src/bookings/create-bookings.js';
import { idempotencyCollection } from '../../src/bookings/idempotency.js';
import { createSettlement } from '../../src/bookings/settlement.js';
import { bookingCollection, createBookingStore } from '../../src/bookings/store.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import { createRepresentations } from '../../src/http/representations/representations.js';
import { createApiRows } from '../../src/http/routes/api-rows.js';
import { createOAuthRoutes } from '../../src/http/routes/oauth.js';
import { createInventory } from '../../src/inventory/create-inventory.js';
import { poolCollection } from '../../src/inventory/pool.js';
import { createOAuth } from '../../src/oauth/create-oauth.js';
import { clientCollection, familyCollection } from '../../src/oauth/store.js';
import { createQuotes } from '../../src/quotes/quotes.js';
import { createSeal } from '../../src/quotes/seal.js';
import { openDatabase } from '../../src/storage/open.js';
import { catalogueOf } from '../catalogue/builders.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';
import { countingHex, startServer, type TestServer } from './harness.js';

export const userEmail = 'ada@example.com';
export const userPassword = 'correct horse battery';

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
}

const secret = 'a secret for tests, of no worth elsewhere';

const openParts = async (clock: FakeClock, content: Partial<CatalogueContent>) => {
  const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes: true });
  const randomHex = countingHex();
  const counters = database.collection(counterCollection);
  const bookingDocuments = database.collection(bookingCollection);
  const store = createBookingStore(bookingDocuments, clock);
  const settlement = createSettlement(store);
  const pools = database.collection(poolCollection);
  const inventory = createInventory({ pools, settlement, clock });
  const catalogue = catalogueOf(content);
  const seal = createSeal([{ version: '1', secret }]);
  const quotes = createQuotes({ catalogue, inventory, seal, clock });
  const accounts = createAccounts({
    customers: database.collection(customerCollection),
    reserved: database.collection(reservedCollection),
    nextCustomerId: createCounter({
      documents: counters,
      clock,
      name: 'customers',
      blockSize: 10,
      floor: () => 1,
    }),
    clock,
    passwordCost: { memoryCost: 1024, timeCost: 1 },
  });
  const bookings = createBookings({
    store,
    settlement,
    inventory,
    idempotencyKeys: database.collection(idempotencyCollection),
    quotes,
    accounts,
    nextBookingId: createCounter({
      documents: counters,
      clock,
      name: 'bookings',
      blockSize: 10,
      floor: bookingIdFloor,
    }),
    noticesWanted: async () => ({ create: true, cancel: true }),
    onCommitted: () => undefined,
    clock,
    randomHex,
    logger: silentLogger,
  });
  const families = database.collection(familyCollection);
  const clients = database.collection(clientCollection);
  const oauth = createOAuth({ clients, families, accounts, clock, randomHex, macKey: Buffer.alloc(32, 1) });
  await database.ensureIndexes();
  const storedCount = async (): Promise<number> => {
    const counts = [bookingDocuments, pools, families, database.collection(customerCollection)].map(
      ({ countDocuments }) => countDocuments({}),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  return { database, catalogue, quotes, bookings, accounts, oauth, storedCount };
};

type Parts = Awaited<ReturnType<typeof openParts>>;

const addClient = async (
  { oauth }: Parts,
  name: string,
  scopes: readonly ('public' | 'partner' | 'data')[],
) => {
  const partner = partnerId(name);
  const { client, secret: clientSecret } = await oauth.registerClient({
    id: clientId(name),
    name,
    partner,
    scopes,
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

const addUser = async ({ accounts, oauth }: Parts, email: string): Promise<string> => {
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

export const openStage = async ({
  content = {},
  curie = 'svc',
  start,
}: StageOptions = {}): Promise<Stage> => {
  const clock = createFakeClock(start === undefined ? {} : { start });
  const parts = await openParts(clock, content);
  const { catalogue, oauth, database, storedCount } = parts;
  const acme = await addClient(parts, 'acme', ['public', 'partner']);
  const tokens = {
    user: await addUser(parts, userEmail),
    otherUser: await addUser(parts, 'bob@example.com'),
    partner: acme.token,
    otherPartner: (await addClient(parts, 'other', ['partner'])).token,
    public: (await addClient(parts, 'plain', ['public'])).token,
    data: (await addClient(parts, 'data', ['public', 'data'])).token,
  };
  const rows = createApiRows({ ...parts, representations: createRepresentations({ catalogue, clock }) });
  const server = await startServer({
    mounts: [
      { prefix: '', version: 'v4', rows: createOAuthRoutes(parts) },
      { prefix: '/v4', version: 'v4', rows },
      { prefix: '/v3_1', version: 'v3_1', rows },
    ],
    authenticate: oauth.authenticate,
    clock,
    curie,
  });
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
