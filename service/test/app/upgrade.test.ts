import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createPasswords } from '../../src/accounts/password.js';
import { upgradeDatabase } from '../../src/app/upgrade.js';
import { collectionSpec, type Database } from '../../src/base/documents.js';
import { partnerId } from '../../src/base/ids.js';
import { partnerCollection } from '../../src/webhooks/partners/partner.js';
import { createPartnerStore } from '../../src/webhooks/partners/partner-store.js';
import { at, keys } from '../http/read.js';
import { openStage, type Stage, userEmail, userPassword } from '../http/stage.js';

/** Documents as the first version wrote them: whatever they held. */
interface Anything {
  readonly _id: string | number;
  readonly [name: string]: unknown;
}

const insertInto = async (database: Database, name: string, document: Anything): Promise<void> => {
  await database.collection(collectionSpec<Anything>({ name, indexes: [] })).insertOne(document);
};

/** A member that came later. */
const forget = async (database: Database, name: string, member: string): Promise<void> => {
  const documents = database.collection(collectionSpec<Anything>({ name, indexes: [] }));
  for await (const { _id } of documents.find({})) {
    await documents.updateOne({ _id }, { $unset: { [member]: 1 } });
  }
};

const createdAt = Date.UTC(2026, 5, 1);
const secret = 'the secret of an old client';
const oldEmail = 'old@example.com';
const passwordCost = { memoryCost: 1024, timeCost: 1 };

const oldPartner = {
  name: 'Old garage',
  rev: 4,
  paused: null,
  unauthorisedInRow: 0,
  endpoint: {
    authHeaderKey: 'X-Api-Key',
    authHeaderValueSealed: 'v1.sealed',
    baseApiUrl: 'https://old.example',
    createPath: '/create',
    cancelPath: null,
    concurrency: 8,
  },
  createdAt,
  updatedAt: createdAt,
};

const oldBooking = {
  st: 'booked',
  until: createdAt,
  rev: 1,
  out: [],
  updatedAt: createdAt,
  partner: null,
  client: 'first-party',
  customer: 7,
  contact: { email: oldEmail, firstName: 'Old', lastName: 'Driver' },
  location: 101,
  pool: 'standard',
  option: 'standard',
  start: createdAt,
  end: createdAt + 3_600_000,
  event: null,
  timezone: 'America/Chicago',
  currency: 'USD',
  priceMinor: 800,
  fullPriceMinor: 800,
  addOns: [],
  cancellableUntil: null,
  purchasedAt: createdAt,
  isInvoiced: false,
  timesTbd: false,
  plateNumber: null,
  sellerId: 1,
  authorizationCode: 'a'.repeat(32),
  passCode: 'B'.repeat(16),
};

describe('a database of the first version', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    const { database, clock } = stage;
    const passwordHash = await createPasswords(passwordCost).hash('a password of long ago');
    await insertInto(database, 'clients', {
      _id: 'old-client',
      name: 'Old client',
      partner: null,
      scopes: ['public'],
      secretHash: createHash('sha256').update(secret).digest('hex'),
      createdAt,
    });
    await insertInto(database, 'customers', {
      _id: 7,
      email: oldEmail,
      firstName: 'Old',
      lastName: 'Driver',
      passwordHash,
      createdAt,
    });
    await insertInto(database, 'reserved', { _id: `email:${oldEmail}`, customer: 7 });
    await insertInto(database, 'bookings', { ...oldBooking, _id: 4242 });
    await insertInto(database, 'partners', { ...oldPartner, _id: 'old-garage' });
    await insertInto(database, 'partners', { ...oldPartner, _id: 'old-friend', endpoint: null });
    await forget(database, 'families', 'epoch');
    await forget(database, 'customers', 'signIns');
    await upgradeDatabase(database, clock);
  });
  after(() => stage.close());

  const tokenFor = async (form: Readonly<Record<string, string>>): Promise<string> => {
    const { body, status, text } = await stage.server.send('/v4/oauth/token', { method: 'POST', form });
    assert.equal(status, 200, text);
    return String(at(body, 'access_token'));
  };
  const signIn = (): Promise<string> =>
    tokenFor({
      grant_type: 'password',
      customer_email: oldEmail,
      customer_password: 'a password of long ago',
    });

  it('lets its clients in with the secret they had', async () => {
    await tokenFor({ grant_type: 'client_credentials', client_id: 'old-client', client_secret: secret });
  });

  it('lets its users in, whose address counts as verified', async () => {
    const { body } = await stage.server.send('/v4/accounts/me', { token: await signIn() });
    assert.deepEqual(
      [at(body, 'id'), at(body, 'email'), at(body, 'email_verified'), at(body, 'passwordless')],
      [7, oldEmail, true, false],
    );
  });

  it('knows the tokens that it gave out', async () => {
    const { user: token } = stage.tokens;
    assert.equal((await stage.server.send('/v4/accounts/me', { token })).status, 200);
  });

  it('shows its bookings, one by one and in the list', async () => {
    const token = await signIn();
    const one = await stage.server.send('/v4/bookings/4242?fields=booking::default,booking:share_code', {
      token,
    });
    assert.deepEqual(
      [at(one.body, 'id'), at(one.body, 'on_demand'), at(one.body, 'cancelled_at')],
      [4242, false, undefined],
    );
    assert.match(String(at(one.body, 'share_code')), /^[0-9a-f]{32}$/);
    const { body } = await stage.server.send('/v4/bookings', { token });
    assert.deepEqual([keys(body).length, at(body, 0, 'id')], [1, 4242]);
  });

  it('goes on telling its partners, and only those that had an endpoint', async () => {
    const { database, clock } = stage;
    const partners = createPartnerStore(database.collection(partnerCollection));
    const added = { breaker: { st: 'closed', until: null, rev: 0, failures: 0, reason: null } };
    assert.deepEqual(await partners.find(partnerId('old-garage')), {
      ...oldPartner,
      ...added,
      _id: 'old-garage',
      live: { at: clock.now(), by: 'upgrade' },
      endpoint: { ...oldPartner.endpoint, previous: null },
    });
    assert.deepEqual(await partners.find(partnerId('old-friend')), {
      ...oldPartner,
      ...added,
      _id: 'old-friend',
      live: null,
      endpoint: null,
    });
  });

  it('is upgraded once: what this version writes afterwards stays as it is', async () => {
    const token = await tokenFor({
      grant_type: 'password',
      customer_email: userEmail,
      customer_password: userPassword,
    });
    const before = await stage.server.send('/v4/accounts/me', { token });
    await upgradeDatabase(stage.database, stage.clock);
    assert.deepEqual((await stage.server.send('/v4/accounts/me', { token })).body, before.body);
    await insertInto(stage.database, 'reserved', { _id: 'email:late@example.com', customer: 9 });
    await upgradeDatabase(stage.database, stage.clock);
    const reserved = stage.database.collection(collectionSpec<Anything>({ name: 'reserved', indexes: [] }));
    assert.deepEqual(keys(await reserved.findOne({ _id: 'email:late@example.com' })), ['_id', 'customer']);
  });
});
