import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { partnerId } from '../../src/base/ids.js';
import { at, codeOf, fieldsOf } from '../http/read.js';
import { geoJson } from './car-parks.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

const noonText = '2026-11-21T12:00:00.000+00:00';

const noBacklog = {
  open: 0,
  due: 0,
  in_flight: 0,
  oldest_waiting_since: null,
  oldest_waiting_seconds: null,
  next_due_at: null,
};

const offStep = (id: string): string =>
  `its notices wait until it has passed its test: parking-service partners test ${id} (or, untested: parking-service partners override ${id} --by NAME)`;

describe('the operator rows', () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
  });
  after(() => stage.close());

  describe('all of them', () => {
    it('are for the operator alone', async () => {
      const paths = ['/partners', '/clients', '/deliveries?partner=acme', '/sandbox/clock'];
      for (const path of paths) {
        const none = await stage.send(`/operator/v1${path}`);
        const wrong = await stage.send(`/operator/v1${path}`, { token: 'somebody-else' });
        assert.deepEqual([path, none.status, wrong.status], [path, 401, 401]);
      }
    });
  });

  describe('PUT /partners/:partnerId', () => {
    it('creates a partner, named by its id where it is given no name', async () => {
      const { status, body } = await stage.call('PUT', '/partners/nameless', {});
      assert.equal(status, 200);
      assert.deepEqual(body, {
        id: 'nameless',
        name: 'nameless',
        state: 'none',
        base_api_url: null,
        create_booking_endpoint: null,
        cancel_booking_endpoint: null,
        auth_header_key: null,
        concurrency: null,
        live: null,
        paused: null,
        paused_at: null,
        unauthorised_in_row: 0,
        previous_header: null,
        breaker: { state: 'closed', until: null, reason: null },
        backlog: noBacklog,
        last_test: null,
        next_step: 'say where its notices go: parking-service partners set nameless --help',
        created_at: noonText,
        updated_at: noonText,
      });
    });

    it('changes what is given and leaves the rest, the name included', async () => {
      await stage.call('PUT', '/partners/acme', { name: 'Acme Parking', ...acmeEndpoint });
      const { status, body } = await stage.call('PUT', '/partners/acme', {
        cancel_booking_endpoint: 'none',
        concurrency: 3,
      });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        id: 'acme',
        name: 'Acme Parking',
        state: 'off',
        base_api_url: 'https://acme.example',
        create_booking_endpoint: '/create',
        cancel_booking_endpoint: null,
        auth_header_key: 'X-Api-Key',
        concurrency: 3,
        live: null,
        paused: null,
        paused_at: null,
        unauthorised_in_row: 0,
        previous_header: null,
        breaker: { state: 'closed', until: null, reason: null },
        backlog: noBacklog,
        last_test: null,
        next_step: offStep('acme'),
        created_at: noonText,
        updated_at: noonText,
      });
    });

    it("never shows the header's value, in any answer", async () => {
      await stage.call('PUT', '/partners/quiet', { ...acmeEndpoint });
      const answers = [
        await stage.call('PUT', '/partners/quiet', { name: 'Quiet' }),
        await stage.call('GET', '/partners/quiet'),
        await stage.call('GET', '/partners'),
        await stage.call('POST', '/partners/quiet/resume', {}),
      ];
      for (const { status, text } of answers) {
        assert.equal(status, 200);
        assert.ok(text.includes('quiet') && !text.includes(acmeEndpoint.auth_header_value));
      }
    });

    it('answers 400 with the fields that cannot be used, and keeps nothing', async () => {
      const bad = { base_api_url: 'ftp://acme.example', auth_header_key: 'Content-Length', concurrency: 0 };
      const { status, body } = await stage.call('PUT', '/partners/fresh', { ...acmeEndpoint, ...bad });
      assert.equal(status, 400);
      assert.deepEqual(fieldsOf(body), ['auth_header_key', 'base_api_url', 'concurrency']);
      assert.equal((await stage.call('GET', '/partners/fresh')).status, 404);
    });
  });

  describe('POST /partners/:partnerId/override', () => {
    it('lets notices go by the name of who takes it upon them, and wakes the dispatcher', async () => {
      await stage.call('PUT', '/partners/trusted', { ...acmeEndpoint });
      const before = stage.nudges();
      const { status, body } = await stage.call('POST', '/partners/trusted/override', { by: 'Ann' });
      assert.equal(status, 200);
      assert.deepEqual(
        [at(body, 'state'), at(body, 'live'), at(body, 'next_step'), stage.nudges()],
        ['live', { at: noonText, by: 'Ann' }, null, before + 1],
      );
    });

    for (const by of [undefined, ' ', 'self-test', 'upgrade', 'x'.repeat(201)]) {
      it(`refuses the name ${JSON.stringify(by)?.slice(0, 20)}, and the endpoint stays off`, async () => {
        await stage.call('PUT', '/partners/untrusted', { ...acmeEndpoint });
        const { status, body } = await stage.call('POST', '/partners/untrusted/override', { by });
        assert.deepEqual([status, fieldsOf(body)], [400, ['by']]);
        assert.equal(at((await stage.call('GET', '/partners/untrusted')).body, 'state'), 'off');
      });
    }

    it('refuses a partner that has no endpoint, and one that is not there', async () => {
      await stage.call('PUT', '/partners/bare', {});
      const bare = await stage.call('POST', '/partners/bare/override', { by: 'Ann' });
      assert.deepEqual([bare.status, codeOf(bare.body)], [409, 'partner_endpoint_missing']);
      const absent = await stage.call('POST', '/partners/absent/override', { by: 'Ann' });
      assert.deepEqual([absent.status, codeOf(absent.body)], [404, 'partner_not_found']);
    });

    it('is undone by another address, and the answer says what to do', async () => {
      await stage.call('PUT', '/partners/moving', { ...acmeEndpoint });
      await stage.call('POST', '/partners/moving/override', { by: 'Ann' });
      const { body } = await stage.call('PUT', '/partners/moving', { base_api_url: 'https://new.example' });
      assert.deepEqual(
        [at(body, 'state'), at(body, 'live'), at(body, 'next_step')],
        ['off', null, offStep('moving')],
      );
    });
  });

  describe('POST /partners/:partnerId/pause', () => {
    it('keeps the reason and when, and wakes nobody', async () => {
      await stage.call('PUT', '/partners/held', { ...acmeEndpoint });
      const before = stage.nudges();
      const { status, body } = await stage.call('POST', '/partners/held/pause', { reason: 'a flood' });
      assert.deepEqual(
        [status, at(body, 'paused'), at(body, 'paused_at'), stage.nudges()],
        [200, 'a flood', noonText, before],
      );
    });

    for (const reason of [undefined, '', 'x'.repeat(201)]) {
      it(`refuses a reason of ${reason?.length ?? 'no'} letters`, async () => {
        const { status, body } = await stage.call('POST', '/partners/held/pause', { reason });
        assert.deepEqual([status, fieldsOf(body)], [400, ['reason']]);
      });
    }
  });

  describe('POST /partners/:partnerId/rotate and revoke-old', () => {
    before(async () => {
      await stage.call('PUT', '/partners/rotated', { ...acmeEndpoint });
    });

    it('answer a generated value this once, and a given one never', async () => {
      const made = await stage.call('POST', '/partners/rotated/rotate', { generate: true });
      assert.match(String(at(made.body, 'auth_header_value')), /^[0-9a-f]{64}$/);
      assert.equal(at(made.body, 'previous_header', 'is_alive'), true);
      const revoked = await stage.call('POST', '/partners/rotated/revoke-old');
      assert.deepEqual([revoked.status, at(revoked.body, 'previous_header')], [200, null]);
      const given = await stage.call('POST', '/partners/rotated/rotate', {
        auth_header_value: 'one that I chose',
        overlap_seconds: 0,
      });
      assert.equal(given.status, 200);
      for (const { text } of [revoked, given]) assert.doesNotMatch(text, /auth_header_value|I chose/);
    });

    const wrong: readonly (readonly [unknown, unknown])[] = [
      [{}, ['auth_header_value', 'generate']],
      [{ auth_header_value: 'a', generate: true }, ['auth_header_value', 'generate']],
      [{ auth_header_value: 'a\nb' }, ['auth_header_value']],
      [{ generate: true, overlap_seconds: -1 }, ['overlap_seconds']],
      [{ generate: true, overlap_seconds: 1e9 }, ['overlap_seconds']],
    ];
    for (const [json, fields] of wrong) {
      it(`refuse ${JSON.stringify(json)}`, async () => {
        const { status, body } = await stage.call('POST', '/partners/rotated/rotate', json);
        assert.deepEqual([status, fieldsOf(body)], [400, fields]);
      });
    }
  });

  describe('POST /partners/:partnerId/breaker/close', () => {
    it('closes the breaker and wakes the dispatcher; a closed one stays as it is', async () => {
      await stage.call('PUT', '/partners/silent', { ...acmeEndpoint });
      const partner = await stage.partners.get(partnerId('silent'));
      assert.ok(partner !== undefined);
      const open = { st: 'open', until: 10 ** 15, rev: 1, failures: 3, reason: 'timeout' } as const;
      assert.equal(await stage.partners.moveBreaker(partner, open), true);
      const shown = at((await stage.call('GET', '/partners/silent')).body, 'breaker', 'state');
      const before = stage.nudges();
      const closed = { state: 'closed', until: null, reason: null };
      for (let count = 0; count < 2; count += 1) {
        const { status, body } = await stage.call('POST', '/partners/silent/breaker/close', {});
        assert.deepEqual([status, at(body, 'breaker')], [200, closed]);
      }
      assert.deepEqual([shown, stage.nudges()], ['open', before + 2]);
    });

    it('answers 404 for a partner that is not there', async () => {
      assert.equal((await stage.call('POST', '/partners/nobody/breaker/close', {})).status, 404);
    });
  });

  describe('POST /partners/:partnerId/resume', () => {
    it('opens the partner, on request what was refused too, and wakes the dispatcher', async () => {
      await stage.call('PUT', '/partners/stopped', { ...acmeEndpoint });
      const { partners } = stage;
      const [known] = (await partners.list()).filter(({ name }) => name === 'stopped');
      assert.ok(known !== undefined);
      await partners.pause(known._id, 'unauthorised');
      await stage.refused(11, 'stopped');
      const before = stage.nudges();

      const first = await stage.call('POST', '/partners/stopped/resume', {});
      const refused = await stage.call('GET', '/deliveries?partner=stopped&state=unauthorised');
      assert.equal(first.status, 200);
      assert.ok(refused.text.includes('"11:create"'));

      await stage.call('POST', '/partners/stopped/resume', { resend_refused: true });
      const { body } = await stage.call('GET', '/partners/stopped/deliveries/counts');
      assert.deepEqual(body, {
        open: 1,
        delivered: 0,
        refused: 0,
        unauthorised: 0,
        abandoned: 0,
        skipped: 0,
      });
      assert.equal(stage.nudges(), before + 2);
    });

    it('answers 404 for a partner that is not there', async () => {
      assert.equal((await stage.call('POST', '/partners/nobody/resume', {})).status, 404);
    });
  });

  describe('POST /customers', () => {
    const ada = { email: 'Ada@Example.com', password: 'correct horse' };

    it('makes a customer who can sign in, once', async () => {
      const made = await stage.call('POST', '/customers', ada);
      assert.equal(made.status, 201);
      assert.deepEqual(made.body, { id: 2_167_361_356_494, email: 'ada@example.com' });
      assert.equal((await stage.accounts.verifyPassword(ada.email, ada.password))?.id, 2_167_361_356_494);
      const again = await stage.call('POST', '/customers', ada);
      assert.deepEqual([again.status, fieldsOf(again.body)], [400, ['email']]);
    });

    it('names the field that cannot be used', async () => {
      const email = await stage.call('POST', '/customers', { ...ada, email: 'nobody' });
      const password = await stage.call('POST', '/customers', {
        email: 'b@example.com',
        password: 'x'.repeat(2000),
      });
      assert.deepEqual([email.status, fieldsOf(email.body)], [400, ['email']]);
      assert.deepEqual([password.status, fieldsOf(password.body)], [400, ['password']]);
    });
  });

  describe('POST /customers/:customer/credits and /coupons', () => {
    const path = (what: string) => `/customers/wally@example.com/${what}`;
    const credit = { currency: 'USD', amount: '5', reference: 'gift' };
    const coupon = { currency: 'USD', code: 'TEN', percent: 10, minimum: '3.00' };
    before(() =>
      stage.accounts.createWithPassword({
        ...{ email: 'wally@example.com', firstName: '', lastName: '' },
        password: 'correct horse',
      }),
    );

    it('give what they say, and the same again nothing more', async () => {
      for (let time = 0; time < 2; time += 1) {
        assert.equal((await stage.call('POST', path('credits'), credit)).status, 200);
        assert.equal((await stage.call('POST', path('coupons'), coupon)).status, 200);
      }
      const { body } = await stage.call('GET', path('wallet'));
      assert.ok(typeof body === 'object' && body !== null && 'customer_id' in body);
      const { customer_id: _id, ...wallet } = body;
      assert.deepEqual(wallet, {
        credit: { USD: { granted: '5.00', spent: '0.00', left: '5.00' } },
        coupons: [
          {
            ...{ code: 'TEN', currency: 'USD', worth: '10 %', minimum: '3.00' },
            ...{ expires_at: null, booking_id: null },
          },
        ],
      });
    });

    it('answer 409 where the reference or the code stands for something else', async () => {
      const other = await stage.call('POST', path('credits'), { ...credit, amount: '6' });
      assert.deepEqual([other.status, fieldsOf(other.body)], [409, ['reference']]);
      const less = await stage.call('POST', path('coupons'), { ...coupon, percent: 5 });
      assert.deepEqual([less.status, fieldsOf(less.body)], [409, ['code']]);
    });

    const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
      ['credits', { ...credit, amount: '0' }, 'amount'],
      ['credits', { ...credit, amount: '-1' }, 'amount'],
      ['credits', { ...credit, amount: '1.001' }, 'amount'],
      ['credits', { ...credit, currency: 'XXX' }, 'currency'],
      ['credits', { ...credit, reference: '' }, 'reference'],
      ['coupons', { ...coupon, percent: 101 }, 'percent'],
      ['coupons', { ...coupon, amount: '1' }, 'amount'],
      ['coupons', { ...coupon, code: 'two words' }, 'code'],
      ['coupons', { ...coupon, expires_at: 'soon' }, 'expires_at'],
    ];
    for (const [what, body, field] of wrong) {
      it(`answer 400 and name ${field} for ${JSON.stringify(body)}`, async () => {
        const refused = await stage.call('POST', path(what), body);
        assert.deepEqual([refused.status, fieldsOf(refused.body)], [400, [field]]);
      });
    }

    it('answer 404 for a customer who is not there', async () => {
      for (const customer of ['nobody@example.com', '999999', 'x'])
        assert.equal((await stage.call('POST', `/customers/${customer}/credits`, credit)).status, 404);
    });
  });

  describe('POST /imports', () => {
    it('imports all files or none', async () => {
      const broken = { name: 'broken.geojson', text: '{"type": "FeatureCollection", "features": [' };
      const whole = { name: 'whole.geojson', text: geoJson('Am Markt') };
      const refused = await stage.call('POST', '/imports', { files: [whole, broken] });
      assert.deepEqual([refused.status, fieldsOf(refused.body)], [400, ['files']]);
      assert.equal(stage.catalogue.snapshot().generation, 0);

      const { status, body } = await stage.call('POST', '/imports', { files: [whole] });
      assert.equal(status, 200);
      assert.ok(typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files));
      assert.equal(body.files[0].imported, 1);
      assert.equal(stage.catalogue.snapshot().locationCount, 1);
    });

    it('says which part of the request cannot be used', async () => {
      const files = [{ name: 'a.geojson', text: geoJson('Am Ring') }];
      const cases = [
        [{ files, mapping: { colour: 'farbe' } }, ['mapping']],
        [{ files, defaults: { currency: 'XXX' } }, ['defaults.currency']],
        [{ files, defaults: { timezone: 'Mars/Olympus' } }, ['defaults.timezone']],
        [{ files: [] }, ['files']],
      ] as const;
      for (const [request, fields] of cases) {
        const { status, body } = await stage.call('POST', '/imports', request);
        assert.deepEqual([status, fieldsOf(body)], [400, fields]);
      }
    });
  });

  describe('the sandbox clock', () => {
    it('moves forward by the sum of all steps, and the store knows it', async () => {
      const steps = [60, 30, 0.5].map((seconds) => stage.call('POST', '/sandbox/clock/advance', { seconds }));
      for (const { status } of await Promise.all(steps)) assert.equal(status, 200);
      const { body } = await stage.call('GET', '/sandbox/clock');
      assert.deepEqual(body, { now: '2026-11-21T12:01:30.500+00:00', offset_ms: 90_500 });
      assert.equal(await stage.sandboxStore.offsetMs(), 90_500);
    });

    it('does not go back', async () => {
      const { status, body } = await stage.call('POST', '/sandbox/clock/advance', { seconds: -1 });
      assert.deepEqual([status, fieldsOf(body)], [400, ['seconds']]);
    });
  });
});
