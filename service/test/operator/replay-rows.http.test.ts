import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../http/read.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

const noonText = '2026-11-21T12:00:00.000+00:00';

describe('POST /deliveries/replay', () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
    for (const id of ['acme', 'beta']) {
      await stage.call('PUT', `/partners/${id}`, acmeEndpoint);
      await stage.call('POST', `/partners/${id}/override`, { by: 'a test' });
    }
    await stage.settled(1, 'acme', ['create', 'delivered']);
    await stage.settled(1, 'acme', ['cancel', 'refused']);
    await stage.settled(2, 'acme', ['create', 'unauthorised']);
    await stage.settled(3, 'acme', ['create', 'abandoned']);
    await stage.settled(4, 'acme', ['create', 'skipped']);
    await stage.settled(5, 'beta', ['create', 'delivered']);
    await stage.settled(6, 'beta', ['cancel', 'refused']);
  });
  after(() => stage.close());

  const replay = (body: Readonly<Record<string, unknown>>) => stage.call('POST', '/deliveries/replay', body);
  const dry = async (body: Readonly<Record<string, unknown>>): Promise<unknown> =>
    (await replay({ ...body, dry_run: true })).body;

  const meant: readonly (readonly [body: Readonly<Record<string, unknown>>, count: number, why: string])[] = [
    [{ partner: 'acme' }, 3, 'what failed'],
    [{ kind: 'cancel' }, 2, 'what failed'],
    [{ kind: 'create', partner: 'beta' }, 0, 'what failed'],
    [{ until: '0s' }, 0, 'ended before now'],
    [{ since: '1h' }, 7, 'everything since'],
    [{ since: '1h', partner: 'acme' }, 5, 'everything since'],
    [{ since: '1h', state: ['delivered'] }, 2, 'that state since'],
    [{ since: '2026-11-21T12:00:00.001Z' }, 0, 'everything since'],
    [{ since: '2h', until: '1h' }, 0, 'everything between'],
    [{ state: ['skipped'] }, 1, 'that state'],
    [{ state: ['refused', 'delivered'], partner: 'acme' }, 2, 'those states'],
    [{ state: ['any'], partner: 'acme' }, 5, 'every state'],
    [{ all: true }, 7, 'everything'],
    [{ booking: 1 }, 2, 'the notices of a booking'],
    [{ booking: 1, state: ['refused'] }, 1, 'the notices of a booking in that state'],
    [{ booking: 1, partner: 'beta' }, 0, 'none of that partner'],
    [{ delivery: '4:create' }, 1, 'the one'],
  ];
  for (const [body, count, why] of meant) {
    it(`means ${why} (${count}) where it says ${JSON.stringify(body)}`, async () => {
      const answered = await dry(body);
      assert.deepEqual([at(answered, 'deliveries'), at(answered, 'dry_run')], [count, true]);
    });
  }

  it('says of a dry run how many go to whom and how long that takes, and changes nothing', async () => {
    const nudges = stage.nudges();
    assert.deepEqual(await dry({ since: '1h', rate: 0.5 }), {
      dry_run: true,
      started_at: noonText,
      rate_per_second: 0.5,
      deliveries: 7,
      left_alone: 0,
      partners: [
        { partner: 'acme', deliveries: 5 },
        { partner: 'beta', deliveries: 2 },
      ],
      takes_seconds: 10,
      last_due_at: null,
      next: null,
    });
    assert.equal((await stage.deliveries.view('2:create')).st, 'unauthorised');
    assert.equal(stage.nudges(), nudges);
  });

  const wrong: readonly (readonly [body: Readonly<Record<string, unknown>>, field: string])[] = [
    [{}, 'all'],
    [{ all: false }, 'all'],
    [{ state: [] }, 'all'],
    [{ dry_run: true, rate: 5 }, 'all'],
    [{ state: ['open'] }, 'state'],
    [{ state: ['lost'] }, 'state'],
    [{ kind: 'change' }, 'kind'],
    [{ since: 'yesterday' }, 'since'],
    [{ until: 'tomorrow' }, 'until'],
    [{ all: true, rate: 0 }, 'rate'],
    [{ all: true, rate: 1_001 }, 'rate'],
    [{ all: true, rate: 'fast' }, 'rate'],
    [{ all: true, started_at: '2026-11-21T12:00:01Z' }, 'started_at'],
    [{ all: true, started_at: 'once' }, 'started_at'],
    [{ all: true, cursor: 'made-up' }, 'cursor'],
    [{ booking: 0 }, 'booking'],
    [{ delivery: 'x'.repeat(65) }, 'delivery'],
  ];
  for (const [body, field] of wrong) {
    it(`answers 400 and names ${field} for ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { status, body: answered } = await replay(body);
      assert.deepEqual([status, at(answered, 'errors', 0, 'fields')], [400, [field]]);
    });
  }

  it('answers 404 for a partner or a delivery that is not there', async () => {
    assert.equal((await replay({ partner: 'nobody' })).status, 404);
    assert.equal((await replay({ delivery: '404:create' })).status, 404);
  });

  it('is for the operator alone', async () => {
    const sent = { method: 'POST', json: { all: true } };
    assert.equal((await stage.send('/operator/v1/deliveries/replay', sent)).status, 401);
    assert.equal((await stage.send('/operator/v1/backlog')).status, 401);
  });

  it('sends what it means again, spread over time, and a repeat nothing twice', async () => {
    const nudges = stage.nudges();
    const request = { partner: 'acme', state: ['unauthorised', 'abandoned'], rate: 1 };
    const { body } = await replay(request);
    const seen = ['deliveries', 'left_alone', 'takes_seconds', 'last_due_at', 'next'].map((name) =>
      at(body, name),
    );
    assert.deepEqual(seen, [2, 0, 2, '2026-11-21T12:00:01.000+00:00', null]);
    assert.equal(stage.nudges(), nudges + 1);
    const { st, openedBy, due } = await stage.deliveries.view('3:create');
    assert.deepEqual([st, openedBy, due - stage.clock.now()], ['open', 'replay', 1_000]);
    const again = await replay({ ...request, started_at: at(body, 'started_at') });
    assert.deepEqual([again.status, at(again.body, 'deliveries')], [200, 0]);
  });

  it('takes the cursor of the answer before', async () => {
    const cursor = Buffer.from(JSON.stringify(['beta', 'delivered'])).toString('base64url');
    const { body } = await replay({ since: '1h', cursor, dry_run: true });
    assert.deepEqual(at(body, 'partners'), [{ partner: 'beta', deliveries: 2 }]);
  });
});

describe('GET /backlog', () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
    for (const id of ['idle', 'late', 'slow']) await stage.call('PUT', `/partners/${id}`, acmeEndpoint);
    await stage.call('POST', '/partners/slow/override', { by: 'a test' });
    await stage.claimed(2, 'slow');
    await stage.realClock.advance(500);
    await stage.refused(1, 'late');
    await stage.call('POST', '/deliveries/1:create/resend');
    await stage.realClock.advance(500);
  });
  after(() => stage.close());

  it('shows what waits at each partner, the longest waiting first', async () => {
    const { status, body } = await stage.call('GET', '/backlog');
    assert.equal(status, 200);
    assert.deepEqual(body, [
      {
        partner: 'slow',
        name: 'slow',
        state: 'live',
        open: 1,
        due: 1,
        in_flight: 0,
        oldest_waiting_since: noonText,
        oldest_waiting_seconds: 1,
        next_due_at: null,
        last_answer: null,
      },
      {
        partner: 'late',
        name: 'late',
        state: 'off',
        open: 1,
        due: 1,
        in_flight: 0,
        oldest_waiting_since: '2026-11-21T12:00:00.500+00:00',
        oldest_waiting_seconds: 0,
        next_due_at: '2026-11-21T12:00:00.500+00:00',
        last_answer: {
          at: '2026-11-21T12:00:00.500+00:00',
          status: 401,
          reason: 'unauthorised',
          delivery: '1:create',
        },
      },
      {
        partner: 'idle',
        name: 'idle',
        state: 'off',
        open: 0,
        due: 0,
        in_flight: 0,
        oldest_waiting_since: null,
        oldest_waiting_seconds: null,
        next_due_at: null,
        last_answer: null,
      },
    ]);
  });

  it('shows one partner alone, and answers 404 where it is not there', async () => {
    const { body } = await stage.call('GET', '/backlog?partner=late');
    assert.deepEqual([at(body, 0, 'partner'), at(body, 1)], ['late', undefined]);
    assert.equal((await stage.call('GET', '/backlog?partner=nobody')).status, 404);
  });
});
