import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOnId, bookingId } from '../../src/base/ids.js';
import { bookingCollection } from '../../src/bookings/store.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import type { Received, Sent } from './harness.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const large = addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c01');
const plans = [
  aRatePlan(),
  aRatePlan({ id: 'free', duration: { tiers: [{ upToMinutes: 1440, priceMinor: 0 }] } }),
  aRatePlan({
    id: 'sized',
    duration: { tiers: [{ upToMinutes: 1440, priceMinor: 900 }] },
    vehicleSizes: [
      { id: large, name: 'Oversize', priceMinor: 300, items: ['suv', 'truck/van'], isAvailable: true },
    ],
  }),
];
const { lat, lon } = aLocation().coordinates;
const content = {
  ratePlans: plans,
  locations: [
    aLocation({
      options: [
        anOption(),
        anOption({ key: 'free', ratePlan: 'free', pool: 'free' }),
        anOption({ key: 'sized', ratePlan: 'sized', pool: 'sized' }),
      ],
    }),
  ],
};
const search = `/v4/quotes?q=coordinates:${lat},${lon}&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00`;

describe('from search to cancellation', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content });
  });
  after(() => stage.close());

  const send = (path: string, sent: Sent = {}): Promise<Received> => stage.server.send(path, sent);
  const post = (path: string, form: Readonly<Record<string, string>>, token?: string): Promise<Received> =>
    send(path, { method: 'POST', form, ...(token !== undefined && { token }) });
  const offers = async (): Promise<ReadonlyMap<string, string>> => {
    const { body } = await send(search);
    const options = at(body, 0, 'purchase_options');
    const list = Array.isArray(options) ? options : [];
    return new Map(list.map((option) => [String(at(option, 'price', 'USD')), String(at(option, 'id'))]));
  };
  const quoteOf = async (price: string): Promise<string> => (await offers()).get(price) ?? 'no such offer';
  const guest = { customer_email: 'guest@example.com', customer_firstname: 'Grace', customer_lastname: 'H' };
  const bookAsPartner = async (): Promise<number> => {
    const form = { quote_id: await quoteOf('0.00'), final_price: '0', ...guest };
    return Number(at((await post('/v4/bookings', form, stage.tokens.partner)).body, 0, 'id'));
  };

  it('shows a quote with what can be bought and where', async () => {
    const { status, body } = await send(search);
    assert.equal(status, 200);
    assert.equal(at(body, 0, 'location_id'), '101');
    assert.deepEqual(at(body, 0, 'distance'), { straight_line: { meters: 0, feet: 0 } });
    assert.equal(at(body, 0, 'start_time'), '2026-11-22T10:00:00.000-06:00');
    assert.equal(at(body, 0, '_embedded', 'svc:location', 'name'), 'Lakeside Garage');
    assert.deepEqual(at(body, 0, '_embedded', 'svc:location', 'entrances', 0, 'coordinates'), [lat, lon]);
  });

  it('previews and books as a partner by invoice, and answers a list with the booking', async () => {
    const quote_id = await quoteOf('8.00');
    const preview = await post('/v4/bookings/previews/', { quote_id });
    assert.deepEqual(preview.body, {
      user_credit_amount: { USD: '0.00' },
      quote_price: { USD: '8.00' },
      subtotal: { USD: '8.00' },
      final_price: { USD: '8.00' },
      coupon_amount: { USD: '0.00' },
    });
    const form = { quote_id, final_price: '8.0', invoice: 'True', ...guest };
    const booked = await post('/v4/bookings/', form, stage.tokens.partner);
    assert.equal(booked.status, 201);
    const id = at(booked.body, 0, 'id');
    assert.ok(Number.isInteger(id));
    const self = `${stage.server.url}/v4/bookings/${id}`;
    const { _embedded: embedded, _links, ...own } = Object(at(booked.body, 0));
    assert.deepEqual(own, {
      id,
      customer_id: at(booked.body, 0, 'customer_id'),
      event_id: null,
      start_time: '2026-11-22T10:00:00.000-06:00',
      end_time: '2026-11-22T12:00:00.000-06:00',
      price_paid: { USD: '8.00' },
      full_price: { USD: '8.00' },
      purchased_at: '2026-11-21T06:00:00.000-06:00',
      type: 'transient_booking',
      on_demand: false,
      cancellable: true,
      times_tbd: false,
    });
    assert.deepEqual(Object.keys(embedded), [
      'svc:location',
      'svc:parking_pass',
      'svc:customer',
      'svc:add_ons',
    ]);
    assert.equal(at(_links, 'self', 'href'), self);
    const pass = at(embedded, 'svc:parking_pass');
    assert.deepEqual(
      [
        at(pass, 'status'),
        at(pass, 'active'),
        at(pass, 'pass_type'),
        at(pass, 'validation', 'scan_code', 'format'),
      ],
      ['active', true, 'transient', 'QR'],
    );
    assert.deepEqual(at(embedded, 'svc:customer', 'email'), 'guest@example.com');
    const seen = await send(`/v4/bookings/${id}`, { token: stage.tokens.partner });
    assert.deepEqual(seen.body, at(booked.body, 0));
  });

  it('sells a required vehicle size only when it is chosen', async () => {
    const { body } = await send(search);
    const sized = [0, 1, 2].find((index) =>
      at(body, 0, 'purchase_options', index, 'add_ons', 'vehicle_size'),
    );
    const option = at(body, 0, 'purchase_options', sized ?? -1);
    assert.equal(at(option, 'add_ons', 'vehicle_size', 'required'), true);
    const quote_id = String(at(option, 'id'));
    const refused = await post('/v4/bookings/previews', { quote_id });
    assert.deepEqual([refused.status, codeOf(refused.body)], [400, 'booking_vehicle_size_missing']);
    const preview = await post('/v4/bookings/previews', { quote_id, add_on_ids: large });
    assert.deepEqual(at(preview.body, 'final_price'), { USD: '12.00' });
  });

  it('lets a guest book what is free, and everyone see it who has its authorization code', async () => {
    const form = {
      quote_id: await quoteOf('0.00'),
      final_price: '0.0',
      email: 'someone@example.com',
      fields: 'booking::default,booking:authorization_code,booking:parking_pass_web_url',
    };
    const booked = await post('/v4/bookings', form);
    assert.equal(booked.status, 201);
    const code = String(at(booked.body, 0, 'authorization_code'));
    assert.match(code, /^[0-9a-f]{32,}$/);
    assert.ok(String(at(booked.body, 0, 'parking_pass_web_url')).includes(code));
    const path = `/v4/bookings/${at(booked.body, 0, 'id')}`;
    assert.equal((await send(path)).status, 401);
    const seen = await send(`${path}?authorization_code=${code}`);
    assert.equal(seen.status, 200);
    assert.equal(at(seen.body, '_embedded', 'svc:customer'), undefined);
    assert.equal(at(seen.body, 'authorization_code'), undefined);
    assert.equal((await send(`${path}?authorization_code=wrong`)).status, 404);
    assert.equal((await send(path, { method: 'DELETE', token: stage.tokens.user })).status, 403);
    assert.equal((await send(`${path}?authorization_code=${code}`, { method: 'DELETE' })).status, 204);
  });

  it('cancels once and for all, and keeps the booking readable', async () => {
    const id = await bookAsPartner();
    const token = stage.tokens.partner;
    const gone = await send(`/v4/bookings/${id}`, { method: 'DELETE', token });
    assert.deepEqual([gone.status, gone.text], [204, '']);
    assert.equal((await send(`/v4/bookings/${id}`, { method: 'DELETE', token })).status, 204);
    const { body } = await send(`/v4/bookings/${id}`, { token });
    assert.equal(at(body, 'cancelled_at'), '2026-11-21T06:00:00.000-06:00');
    assert.equal(at(body, '_embedded', 'svc:parking_pass', 'status'), 'cancelled');
    const stored = await stage.database.collection(bookingCollection).findOne({ _id: bookingId(id) });
    assert.equal(stored?.st, 'cancelled');
  });

  it('keeps bookings of others closed', async () => {
    const path = `/v4/bookings/${await bookAsPartner()}`;
    const answers: readonly (readonly [string | undefined, number, string])[] = [
      [undefined, 401, 'token_missing'],
      ['f'.repeat(64), 401, 'token_invalid'],
      [stage.tokens.public, 401, 'token_insufficient'],
      [stage.tokens.user, 403, 'customer_unauthorized_api_key'],
      [stage.tokens.otherPartner, 403, 'customer_unauthorized_api_key'],
    ];
    for (const [token, status, code] of answers) {
      for (const method of ['GET', 'DELETE']) {
        const { status: given, body } = await send(path, { method, ...(token !== undefined && { token }) });
        assert.deepEqual([given, codeOf(body)], [status, code], `${method} ${token}`);
      }
    }
    const unknown = await send('/v4/bookings/123456789012345', { token: stage.tokens.partner });
    assert.deepEqual([unknown.status, codeOf(unknown.body)], [404, 'booking_not_found']);
  });

  it("lists a user's own bookings, cancelled ones included, and nobody else's", async () => {
    const token = stage.tokens.user;
    const made = await post('/v4/bookings', { quote_id: await quoteOf('8.00'), final_price: '8' }, token);
    const id = at(made.body, 0, 'id');
    await send(`/v4/bookings/${id}`, { method: 'DELETE', token });
    const { body, headers } = await send('/v4//bookings?q=customer_email:x', { token });
    assert.deepEqual([at(body, 0, 'id'), at(body, 1)], [id, undefined]);
    assert.equal(at(body, 0, 'event_id'), null);
    assert.ok(at(body, 0, 'cancelled_at'));
    assert.equal(headers['x-pagination-total'], '1');
    assert.deepEqual((await send('/v4/bookings', { token: stage.tokens.otherUser })).body, []);
    assert.equal((await send('/v4/bookings', { token: stage.tokens.partner })).status, 401);
    assert.equal((await send('/v4/bookings')).status, 401);
  });

  it('answers what cannot be booked by its code', async () => {
    const quote_id = await quoteOf('8.00');
    const partner = stage.tokens.partner;
    const cases: readonly (readonly [
      Readonly<Record<string, string>>,
      string | undefined,
      number,
      string,
      string[],
    ])[] = [
      [{ final_price: '8' }, partner, 400, 'booking_quote_id_missing', ['quote_id']],
      [{ quote_id }, partner, 400, 'booking_final_price_missing', ['final_price']],
      [{ quote_id: 'x', final_price: '8', ...guest }, partner, 400, 'booking_quote_id_invalid', ['quote_id']],
      [
        { quote_id, final_price: '8', invoice: 'true' },
        partner,
        400,
        'booking_customer_email_missing',
        ['customer_email'],
      ],
      [
        { quote_id, final_price: '8', ...guest, add_on_ids: 'x' },
        partner,
        400,
        'booking_add_on_invalid',
        ['add_on_ids'],
      ],
      [
        { quote_id, final_price: '8', ...guest, invoice: 'true' },
        undefined,
        401,
        'booking_invoice_not_allowed',
        ['invoice'],
      ],
    ];
    for (const [form, token, status, code, fields] of cases) {
      const { status: given, body } = await post('/v4/bookings', form, token);
      assert.deepEqual([given, codeOf(body), fieldsOf(body)], [status, code, fields], code);
    }
    const mismatch = await post(
      '/v4/bookings',
      { quote_id, final_price: '7.99', invoice: 'true', ...guest },
      partner,
    );
    assert.deepEqual([mismatch.status, codeOf(mismatch.body)], [409, 'booking_final_price_mismatch']);
    const unpaid = await post('/v4/bookings', { quote_id, final_price: '8', ...guest });
    assert.deepEqual([unpaid.status, codeOf(unpaid.body)], [401, 'booking_payment_required']);
    const onWhoseAccount = await post('/v4/bookings', { quote_id, final_price: '8', ...guest }, partner);
    assert.match(String(at(onWhoseAccount.body, 'errors', 0, 'details')), /invoice=true/);
  });

  it('answers the first booking again to the same idempotency key, and 409 to another request under it', async () => {
    const form = { quote_id: await quoteOf('0.00'), final_price: '0', ...guest };
    const sent = { method: 'POST', form, token: stage.tokens.partner, headers: { 'idempotency-key': 'k1' } };
    const first = await send('/v4/bookings', sent);
    const again = await send('/v4/bookings', sent);
    assert.deepEqual([again.status, at(again.body, 0, 'id')], [201, at(first.body, 0, 'id')]);
    const other = await send('/v4/bookings', { ...sent, form: { ...form, customer_lastname: 'Other' } });
    assert.deepEqual([other.status, codeOf(other.body)], [409, 'booking_idempotency_key_reused']);
    const odd = await send('/v4/bookings', { ...sent, headers: { 'idempotency-key': 'a b' } });
    assert.deepEqual([odd.status, fieldsOf(odd.body)], [400, ['Idempotency-Key']]);
  });

  it('makes no booking for a request whose answer could not be shown', async () => {
    const form = { quote_id: await quoteOf('0.00'), final_price: '0', ...guest };
    const stored = await stage.storedCount();
    for (const query of ['zoom=svc:nothing', 'zoom=location', 'per_page=x', 'pretty=x']) {
      const { status } = await post(`/v4/bookings?${query}`, form, stage.tokens.partner);
      assert.equal(status, 400, query);
    }
    assert.equal(await stage.storedCount(), stored);
  });

  it('expires a quote', async () => {
    const quote_id = await quoteOf('0.00');
    stage.clock.jump(15 * 60_000 + 1);
    const { status, body } = await post('/v4/bookings/previews', { quote_id });
    assert.deepEqual([status, codeOf(body)], [410, 'booking_quote_expired']);
  });
});
