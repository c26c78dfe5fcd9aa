import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { walletCollection } from '../../src/accounts/wallet/wallet.js';
import { createWalletGrants } from '../../src/accounts/wallet/wallet-grants.js';
import { addOnId, customerId, eventId } from '../../src/base/ids.js';
import { bookingCollection } from '../../src/bookings/store.js';
import { aCoupon } from '../bookings/builders.js';
import { aLocation, anEvent, anOption, aRatePlan } from '../catalogue/builders.js';
import type { Received, Sent } from './harness.js';
import { at, codeOf, fieldsOf, keys } from './read.js';
import { openStage, type Stage, userEmail } from './stage.js';

const large = addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c01');
const content = {
  ratePlans: [
    aRatePlan({ cancellation: { kind: 'until_before', minutesBefore: 60 } }),
    aRatePlan({ id: 'free', duration: { tiers: [{ upToMinutes: 1440, priceMinor: 0 }] } }),
    aRatePlan({
      id: 'sized',
      duration: { tiers: [{ upToMinutes: 1440, priceMinor: 900 }] },
      vehicleSizes: [{ id: large, name: 'Oversize', priceMinor: 300, items: ['suv'], isAvailable: true }],
    }),
    aRatePlan({ id: 'spot', duration: { tiers: [{ upToMinutes: 1440, priceMinor: 700 }] } }),
    aRatePlan({ id: 'shown', duration: { tiers: [{ upToMinutes: 1440, priceMinor: 600 }] } }),
  ],
  locations: [
    aLocation({
      options: [
        anOption({ capacity: 1000 }),
        anOption({ key: 'free', ratePlan: 'free', pool: 'free', capacity: 1000 }),
        anOption({ key: 'sized', ratePlan: 'sized', pool: 'sized' }),
        anOption({ key: 'spot', ratePlan: 'spot', pool: 'spot', sale: 'on_demand' }),
        anOption({ key: 'shown', ratePlan: 'shown', pool: 'shown', sale: 'none' }),
      ],
    }),
  ],
  events: [anEvent(), anEvent({ id: eventId(9002), timesTbd: true })],
} as const;
const times = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
const guest = { customer_email: 'guest@example.com', customer_firstname: 'Grace', customer_lastname: 'H' };

describe('bookings', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content });
  });
  after(() => stage.close());

  type Form = Readonly<Record<string, string>>;
  const get = (path: string, token?: string): Promise<Received> =>
    stage.server.send(path, token === undefined ? {} : { token });
  const post = (path: string, form: Form, token?: string, headers: Form = {}): Promise<Received> =>
    stage.server.send(path, {
      method: 'POST',
      form,
      headers,
      ...(token !== undefined && { token }),
    } satisfies Sent);

  /** Ids of what is sold, by price, of every kind. */
  const offers = async (): Promise<ReadonlyMap<string, string>> => {
    const { body } = await get(`/v4/quotes?q=location_id:101&option_types=all&${times}`);
    const options = ['purchase_options', 'on_demand_options', 'non_bookable_options'].flatMap((kind) => {
      const found = at(body, 0, kind);
      return Array.isArray(found) ? found : [];
    });
    return new Map(options.map((option) => [String(at(option, 'price', 'USD')), String(at(option, 'id'))]));
  };
  const quoteAt = async (price: string): Promise<string> => (await offers()).get(price) ?? 'no such offer';
  const book = async (form: Form = {}, token?: string, query = ''): Promise<unknown> => {
    const quote_id = await quoteAt('0.00');
    const { status, body, text } = await post(
      `/v4/bookings${query}`,
      { quote_id, final_price: '0', ...guest, ...form },
      token,
    );
    assert.equal(status, 201, text);
    return at(body, 0);
  };
  const invoiced = async (form: Form = {}): Promise<unknown> =>
    book(
      { quote_id: await quoteAt('8.00'), final_price: '8.00', invoice: 'true', ...form },
      stage.tokens.partner,
    );
  const secretsOf = async (form: Form = {}): Promise<Readonly<Record<'id' | 'code' | 'share', string>>> => {
    const made = await invoiced({
      fields: ':default,booking:authorization_code,booking:share_code',
      ...form,
    });
    return {
      id: String(at(made, 'id')),
      code: String(at(made, 'authorization_code')),
      share: String(at(made, 'share_code')),
    };
  };

  describe('POST /bookings', () => {
    it("answers the spec's fields, and the partner's name where it is zoomed", async () => {
      const made = await invoiced({
        fields: 'booking::default,booking:parking_pass_web_url,booking:authorization_code',
        zoom: 'svc:partner,svc:seller',
        send_email_confirmation: 'True',
      });
      for (const field of ['id', 'customer_id', 'purchased_at', 'parking_pass_web_url', 'authorization_code'])
        assert.notEqual(at(made, field), undefined, field);
      assert.equal(at(made, 'share_code'), undefined);
      assert.deepEqual(at(made, '_embedded', 'svc:partner'), { id: 'acme', name: 'Acme Parking' });
    });

    it('remembers who wants a confirmation, and in which language', async () => {
      const form = {
        ...guest,
        quote_id: await quoteAt('0.00'),
        final_price: '0',
        send_email_confirmation: 'true',
      };
      const { body } = await post('/v4/bookings', form, undefined, { 'x-language-locale': 'fr-ca' });
      const documents = stage.database.collection(bookingCollection);
      const stored = (await documents.find({ outAt: { $gt: 0 } }).toArray()).find(
        ({ _id }) => _id === at(body, 0, 'id'),
      );
      assert.deepEqual([stored?.out, stored?.locale], [['confirm'], 'fr-CA']);
    });

    it('shows capabilities and plate as given', async () => {
      const capabilities = 'capture_plate:always,gate:2';
      const made = await book({ capabilities, plate_number: ' B-AB 12é ' });
      assert.deepEqual(at(made, 'capabilities'), ['capture_plate:always', 'gate:2']);
      assert.equal(at(made, 'plate_number'), 'B-AB 12é');
    });

    const refused: readonly (readonly [string, string])[] = [
      ['capabilities', 'ble_vend:always'],
      ['capabilities', 'capture_plate:always ble_vend:1'],
      ['capabilities', 'capture_plate'],
      ['capabilities', 'a:b:c'],
      ['plate_number', '<script>'],
      ['plate_number', '-'],
      ['plate_number', 'ABCDEFGHIJKLMNOPQRSTU'],
    ];
    for (const [name, value] of refused) {
      it(`answers 400 and names ${name} for ${JSON.stringify(value)}`, async () => {
        const quote_id = await quoteAt('0.00');
        const form = { quote_id, final_price: '0', ...guest, [name]: value };
        const { status, body } = await post('/v4/bookings', form);
        assert.deepEqual([status, fieldsOf(body)], [400, [name]]);
      });
    }

    it('sells on the spot what is sold on the spot, as an on-demand booking', async () => {
      const quote_id = await quoteAt('7.00');
      const made = await book({ quote_id, final_price: '7.00', invoice: 'true' }, stage.tokens.partner);
      assert.deepEqual([at(made, 'on_demand'), at(made, 'type')], [true, 'on_demand_booking']);
      assert.equal(at(made, '_embedded', 'svc:parking_pass', 'pass_type'), 'on_demand');
      const usual = await book();
      assert.deepEqual([at(usual, 'on_demand'), at(usual, 'type')], [false, 'transient_booking']);
    });

    it('never sells what is only shown', async () => {
      assert.equal((await offers()).get('6.00') ?? 'undefined', 'undefined');
    });

    it('says so where the times of its event are not settled', async () => {
      for (const [id, expected] of [
        ['9001', false],
        ['9002', true],
      ] as const) {
        const { body } = await get(`/v4/quotes?event_id=${id}&${times}`);
        const option = at(body, 0, 'purchase_options', 0);
        const form = { quote_id: String(at(option, 'id')), final_price: String(at(option, 'price', 'USD')) };
        const made = await book({ ...form, invoice: 'true' }, stage.tokens.partner);
        assert.equal(at(made, 'times_tbd'), expected, id);
      }
    });
  });

  describe('credits and coupons', () => {
    const grantsOf = () =>
      createWalletGrants({ documents: stage.database.collection(walletCollection), clock: stage.clock });
    const whole = { quote_price: { USD: '8.00' }, subtotal: { USD: '8.00' } };

    it('are in the preview of their user, spent by the booking, and gone from the next preview', async () => {
      const me = await book({}, stage.tokens.otherUser);
      const customer = customerId(Number(at(me, 'customer_id')));
      await grantsOf().credit(customer, { reference: 'gift', currency: 'USD', minor: 500 });
      const { grantedAt: _, ...coupon } = aCoupon();
      await grantsOf().coupon(customer, coupon);

      const quote_id = await quoteAt('8.00');
      const preview = async (token?: string): Promise<unknown> =>
        (await post('/v4/bookings/previews', { quote_id }, token)).body;
      const nothing = { coupon_amount: { USD: '0.00' }, user_credit_amount: { USD: '0.00' } };
      assert.deepEqual(await preview(), { ...whole, ...nothing, final_price: { USD: '8.00' } });
      assert.deepEqual(await preview(stage.tokens.otherUser), {
        ...whole,
        ...{
          coupon_amount: { USD: '2.00' },
          user_credit_amount: { USD: '5.00' },
          final_price: { USD: '1.00' },
        },
      });

      const booked = (final_price: string): Promise<Received> =>
        post('/v4/bookings', { quote_id, final_price }, stage.tokens.otherUser, {
          'idempotency-key': 'purse',
        });
      const [first, second] = await Promise.all([booked('1'), booked('1.00')]);
      const statuses = [first.status, second.status].sort();
      assert.deepEqual(statuses, [201, 409], `${first.text} ${second.text}`);
      const made = first.status === 201 ? first : second;
      assert.deepEqual(at(made.body, 0, 'price_paid'), { USD: '1.00' });
      assert.deepEqual(at(made.body, 0, 'full_price'), { USD: '8.00' });
      assert.deepEqual(await preview(stage.tokens.otherUser), {
        ...whole,
        ...nothing,
        final_price: { USD: '8.00' },
      });
      const late = await post('/v4/bookings', { quote_id, final_price: '1' }, stage.tokens.otherUser);
      assert.deepEqual([late.status, codeOf(late.body)], [409, 'booking_final_price_mismatch']);
    });
  });

  describe('GET /bookings/:id with a code', () => {
    const customerNowhere = (body: unknown): void => {
      assert.doesNotMatch(JSON.stringify(body), /guest@example\.com|Grace|customer/);
    };
    const asked =
      'zoom=svc:customer&fields=:default,booking:customer_id,customer:email,parking_pass::default';

    it('never shows the customer to the holder of an authorization code, whatever is asked for', async () => {
      const { id, code } = await secretsOf();
      for (const query of ['', `&${asked}`, '&envelope=true']) {
        const { status, body } = await get(`/v4/bookings/${id}?authorization_code=${code}${query}`);
        assert.equal(status, 200);
        customerNowhere(body);
      }
    });

    it('shows the pass to the holder of a share code: no customer, no price, no stronger code', async () => {
      const { id, code, share } = await secretsOf({ plate_number: 'B 1' });
      const fields = `fields=:default,booking:authorization_code,booking:parking_pass_web_url,booking:customer_id`;
      for (const query of ['', `&${asked}`, `&${fields}`]) {
        const { status, body } = await get(`/v4/bookings/${id}?share_code=${share}${query}`);
        assert.equal(status, 200);
        customerNowhere(body);
        const text = JSON.stringify(body);
        assert.doesNotMatch(text, /price_paid|full_price":\{|8\.00|B 1/);
        assert.ok(!text.includes(code));
        assert.equal(at(body, '_embedded', 'svc:parking_pass', 'active'), true);
      }
    });

    it('shows neither code but where it is asked for by its name', async () => {
      const { id } = await secretsOf();
      for (const fields of ['', 'fields=:default', 'fields=booking::default', 'fields=booking:id']) {
        const { body } = await get(`/v4/bookings/${id}?${fields}`, stage.tokens.partner);
        assert.ok(!keys(body).some((name) => /code|url/.test(name)), fields);
      }
    });

    it('tells no stranger with a wrong code, or a token that anybody can have, whether a booking exists', async () => {
      const { id } = await secretsOf();
      const requests = [
        ['GET', '', 'authorization_code=wrong'],
        ['GET', '', 'share_code=wrong'],
        ['GET', '/tickets', 'authorization_code=wrong'],
        ['GET', '/tickets', 'share_code=wrong'],
        ['DELETE', '', 'authorization_code=wrong'],
      ] as const;
      const ask = async (path: string, method: string, token?: string): Promise<readonly unknown[]> => {
        const { status, body } = await stage.server.send(path, {
          method,
          ...(token !== undefined && { token }),
        });
        return [status, codeOf(body), at(body, 'errors', 0, 'message')];
      };
      for (const [method, below, query] of requests) {
        for (const token of [undefined, stage.tokens.public]) {
          const [real, unknown] = await Promise.all(
            [id, '123456789012345'].map((booking) =>
              ask(`/v4/bookings/${booking}${below}?${query}`, method, token),
            ),
          );
          assert.deepEqual(real?.slice(0, 2), [404, 'booking_not_found'], `${method} ${below} ${query}`);
          assert.deepEqual(real, unknown);
        }
      }
      for (const booking of [id, '123456789012345']) {
        const refused = await ask(`/v4/bookings/${booking}`, 'GET', stage.tokens.public);
        assert.deepEqual(refused.slice(0, 2), [401, 'token_insufficient']);
      }
    });

    it('lets a share code see and nothing else, and a wrong code nothing', async () => {
      const { id, code, share } = await secretsOf();
      const cancel = (query: string): Promise<Received> =>
        stage.server.send(`/v4/bookings/${id}?${query}`, { method: 'DELETE' });
      assert.equal((await cancel(`share_code=${share}`)).status, 401);
      assert.equal((await cancel(`authorization_code=${share}`)).status, 404);
      assert.equal((await get(`/v4/bookings/${id}?authorization_code=${share}`)).status, 404);
      assert.equal((await get(`/v4/bookings/${id}?share_code=${code}`)).status, 404);
      assert.equal((await cancel(`authorization_code=${code}`)).status, 204);
      const { body } = await get(`/v4/bookings/${id}?share_code=${share}`);
      assert.equal(at(body, '_embedded', 'svc:parking_pass', 'status'), 'cancelled');
    });
  });

  describe('GET /bookings/:id/tickets', () => {
    it('lists one ticket for the pass, with fields, zoom and the envelope', async () => {
      const { id } = await secretsOf({ plate_number: 'B 1' });
      const { status, body } = await get(`/v4/bookings/${id}/tickets`, stage.tokens.partner);
      assert.equal(status, 200);
      const { body: shown } = await get(`/v4/bookings/${id}`, stage.tokens.partner);
      const { _links, ...ticket } = Object(at(body, 0));
      assert.deepEqual(ticket, {
        ...{ id: Number(id), booking_id: Number(id), status: 'active', active: true },
        scan_code: {
          code: at(shown, '_embedded', 'svc:parking_pass', 'validation', 'scan_code', 'code'),
          format: 'QR',
        },
        ...{ start_time: at(shown, 'start_time'), end_time: at(shown, 'end_time') },
        ...{ plate_number: 'B 1', location_id: '101' },
      });
      const narrow = await get(
        `/v4/bookings/${id}/tickets?fields=ticket:status&zoom=svc:location&envelope=true`,
        stage.tokens.partner,
      );
      assert.equal(at(narrow.body, 'record_count'), 1);
      assert.deepEqual(keys(at(narrow.body, 'data', 0)), ['status', '_embedded', '_links']);
      const old = await get(`/v3_1/bookings/${id}/tickets`, stage.tokens.partner);
      assert.equal(at(old.body, 0, 'location_id'), 101);
    });

    it('is for whoever may see the booking', async () => {
      const { id, code, share } = await secretsOf({ plate_number: 'B 1' });
      const path = `/v4/bookings/${id}/tickets`;
      assert.equal((await get(`${path}?authorization_code=${code}`)).status, 200);
      assert.equal(at((await get(`${path}?share_code=${share}`)).body, 0, 'plate_number'), undefined);
      assert.equal((await get(path)).status, 401);
      assert.equal((await get(path, stage.tokens.otherPartner)).status, 403);
      assert.equal((await get('/v4/bookings/1/tickets', stage.tokens.partner)).status, 404);
    });
  });

  describe('GET /bookings', () => {
    it('pages and sorts in the store, and nothing of q filters it', async () => {
      for (const _time of [1, 2, 3]) await book({}, stage.tokens.user);
      const ids = (body: unknown): readonly number[] =>
        Array.isArray(body) ? body.map((each) => Number(at(each, 'id'))) : [];
      const { body: up } = await get('/v4/bookings?sort=purchased_at%20id', stage.tokens.user);
      const all = ids(up);
      assert.equal(all.length, 3);
      const paged = await get('/v4/bookings?sort=id:desc&per_page=2&page=1', stage.tokens.user);
      assert.deepEqual(ids(paged.body), [...all].reverse().slice(0, 2));
      assert.equal(paged.headers['x-pagination-total'], '3');
      assert.match(String(paged.headers['link']), /page=2>; rel="next"/);
      assert.deepEqual((await get('/v4/bookings?page=9', stage.tokens.user)).body, []);
      const q = 'q=customer_email:guest@example.com%20nonsense';
      assert.equal(ids((await get(`/v4/bookings?${q}`, stage.tokens.user)).body).length, 3);
      const stats = await get('/v4/bookings?result_format=stats&fields=count', stage.tokens.user);
      assert.deepEqual(stats.body, { count: 3 });
    });

    for (const sort of ['price', 'id:up', 'id:asc:desc', '__proto__']) {
      it(`answers 400 for sort=${sort}`, async () => {
        const { status, body } = await get(
          `/v4/bookings?sort=${encodeURIComponent(sort)}`,
          stage.tokens.user,
        );
        assert.deepEqual([status, fieldsOf(body)], [400, ['sort']]);
      });
    }
  });

  describe('GET /partner/bookings', () => {
    it('follows what was made and cancelled since an instant', async () => {
      stage.clock.jump(60_000);
      const since = encodeURIComponent(new Date(stage.clock.now()).toISOString());
      const first = await secretsOf();
      stage.clock.jump(1_000);
      const second = await secretsOf();
      stage.clock.jump(1_000);
      await stage.server.send(`/v4/bookings/${first.id}`, { method: 'DELETE', token: stage.tokens.partner });
      const listed = async (query: string, token = stage.tokens.partner): Promise<readonly string[]> => {
        const { status, body, text } = await get(`/v4/partner/bookings?${query}`, token);
        assert.ok(status === 200 && Array.isArray(body), text);
        return body.map((each) => String(at(each, 'id')));
      };
      const at06 = encodeURIComponent('2026-11-21T06:01:00.000-06:00');
      const withBarePlus = '2026-11-21T13:01:00.000+01:00';
      for (const instant of [since, at06, withBarePlus]) {
        assert.deepEqual(await listed(`updated_since=${instant}`), [second.id, first.id]);
        assert.deepEqual(await listed(`updated_since=${instant}&kind=created`), [first.id, second.id]);
        assert.deepEqual(await listed(`updated_since=${instant}&kind=cancelled`), [first.id]);
      }
      assert.deepEqual(await listed(`updated_since=${since}&kind=created&per_page=1&page=2`), [second.id]);
      assert.deepEqual(await listed(`updated_since=${since}`, stage.tokens.otherPartner), []);
      assert.deepEqual(await listed(`updated_since=${since}&partner_id=acme`, stage.tokens.internal), [
        second.id,
        first.id,
      ]);
    });

    for (const [query, field] of [
      ['updated_since=yesterday', 'updated_since'],
      ['kind=changed', 'kind'],
    ] as const) {
      it(`answers 400 for ${query}`, async () => {
        const { status, body } = await get(`/v4/partner/bookings?${query}`, stage.tokens.partner);
        assert.deepEqual([status, fieldsOf(body)], [400, [field]]);
      });
    }

    it('is closed to another partner that names this one', async () => {
      const { status } = await get('/v4/partner/bookings?partner_id=acme', stage.tokens.otherPartner);
      assert.equal(status, 403);
    });
  });

  describe("a partner's booking made with the e-mail address of a user's account", () => {
    it('can be seen and cancelled by that user, by no other', async () => {
      const { id } = await secretsOf({ customer_email: userEmail });
      const path = `/v4/bookings/${id}`;
      assert.equal((await get(path, stage.tokens.user)).status, 200);
      assert.equal((await get(path, stage.tokens.otherUser)).status, 403);
      const cancel = (token: string) => stage.server.send(path, { method: 'DELETE', token });
      assert.equal((await cancel(stage.tokens.otherUser)).status, 403);
      assert.equal((await cancel(stage.tokens.user)).status, 204);
      assert.notEqual(at((await get(path, stage.tokens.partner)).body, 'cancelled_at'), undefined);
    });
  });

  describe('as time goes by', () => {
    it('says on request until when it can be cancelled', async () => {
      const { id } = await secretsOf();
      const path = `/v4/bookings/${id}?fields=booking:cancellable_status`;
      const { body } = await get(path, stage.tokens.partner);
      assert.deepEqual(at(body, 'cancellable_status', 'cancellable_now'), true);
      assert.equal(at(body, 'cancellable_status', 'code'), 'cancellable_until_before_start_time');
    });

    it('can be cancelled until the last hour before the start, and is a pass until its end', async () => {
      const { id } = await secretsOf();
      const path = `/v4/bookings/${id}`;
      const shown = async (): Promise<readonly unknown[]> => {
        const { body } = await get(path, stage.tokens.partner);
        const pass = at(body, '_embedded', 'svc:parking_pass');
        return [at(body, 'cancellable'), at(pass, 'status'), at(pass, 'active')];
      };
      const start = Date.UTC(2026, 10, 22, 16);
      const until = (instant: number): void => stage.clock.jump(instant - stage.clock.now());
      until(start - 3_600_001);
      assert.deepEqual(await shown(), [true, 'active', true]);
      until(start - 3_600_000);
      assert.deepEqual(await shown(), [false, 'active', true]);
      const late = await stage.server.send(path, { method: 'DELETE', token: stage.tokens.partner });
      assert.deepEqual([late.status, codeOf(late.body)], [409, 'booking_not_cancellable']);
      until(start + 7_200_000);
      assert.deepEqual(await shown(), [false, 'expired', false]);
    });
  });
});
