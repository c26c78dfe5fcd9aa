import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../http/read.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

const noonText = '2026-11-21T12:00:00.000+00:00';

const idsIn = (body: unknown): readonly unknown[] => {
  const listed = at(body, 'deliveries');
  assert.ok(Array.isArray(listed));
  return listed.map((delivery) => at(delivery, 'id'));
};

describe('the rows of deliveries', () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
    for (const id of ['looked-at', 'mixed', 'busy']) {
      await stage.call('PUT', `/partners/${id}`, acmeEndpoint);
      await stage.call('POST', `/partners/${id}/override`, { by: 'a test' });
    }
    await stage.refused(21, 'looked-at');
    await stage.settled(31, 'mixed', ['create', 'delivered']);
    await stage.settled(31, 'mixed', ['cancel', 'refused']);
    await stage.settled(32, 'mixed', ['create', 'abandoned']);
    await stage.claimed(41, 'busy');
  });
  after(() => stage.close());

  const shown = {
    id: '21:create',
    partner: 'looked-at',
    booking: 21,
    kind: 'create',
    state: 'unauthorised',
    attempts: 1,
    last: '401',
    due: null,
    in_state_since: noonText,
    age_seconds: 0,
    opened_by: null,
    waits_for: 'operator',
    what_next: `Nothing by itself: looked-at refused the header (401) at ${noonText}; when it is mended, "parking-service deliveries replay 21:create", or all of them: "parking-service partners resume looked-at --resend-refused".`,
    created_at: noonText,
    updated_at: noonText,
  };

  const errorOf = async (path: string): Promise<readonly unknown[]> => {
    const { status, body } = await stage.call('GET', path);
    return [status, at(body, 'errors', 0, 'code'), at(body, 'errors', 0, 'fields')];
  };

  describe('GET /deliveries', () => {
    it('shows a delivery with what happens next', async () => {
      const { status, body } = await stage.call('GET', '/deliveries?partner=looked-at&state=unauthorised');
      assert.deepEqual([status, body], [200, { deliveries: [shown], next: null }]);
    });

    it('shows the open ones of all partners where nothing else is asked', async () => {
      assert.deepEqual(idsIn((await stage.call('GET', '/deliveries')).body), ['41:create']);
    });

    const asked: readonly (readonly [query: string, ids: readonly string[]])[] = [
      ['state=refused,abandoned', ['31:cancel', '32:create']],
      ['state=any&partner=mixed', ['31:create', '31:cancel', '32:create']],
      ['state=any&kind=cancel', ['31:cancel']],
      ['state=any&partner=mixed&until=1h', []],
      ['state=any&partner=mixed&since=1h', ['31:create', '31:cancel', '32:create']],
      [`state=any&partner=mixed&since=${encodeURIComponent('2026-11-21T12:00:01Z')}`, []],
      [
        `state=any&partner=mixed&since=${encodeURIComponent('2026-11-21T13:00+01:00')}`,
        ['31:create', '31:cancel', '32:create'],
      ],
      ['booking=31', ['31:create', '31:cancel']],
      ['booking=31&state=refused', ['31:cancel']],
      ['booking=31&partner=busy', []],
      ['booking=99', []],
    ];
    for (const [query, ids] of asked) {
      it(`finds ${ids.length} by ${query}`, async () => {
        const { status, body } = await stage.call('GET', `/deliveries?${query}`);
        assert.deepEqual([status, idsIn(body)], [200, ids]);
      });
    }

    it('pages by a cursor', async () => {
      const ids: unknown[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await stage.call('GET', `/deliveries?state=any&limit=2${cursor}`);
        ids.push(...idsIn(body));
        const next = at(body, 'next');
        if (next === null) break;
        cursor = `&cursor=${next}`;
      }
      assert.deepEqual(ids, ['41:create', '21:create', '31:create', '31:cancel', '32:create']);
    });

    const wrong: readonly (readonly [query: string, field: string])[] = [
      ['state=lost', 'state'],
      ['state=open,lost', 'state'],
      ['kind=change', 'kind'],
      ['since=yesterday', 'since'],
      ['since=2026-02-30', 'since'],
      ['until=-5h', 'until'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['booking=x', 'booking'],
      ['cursor=made-up', 'cursor'],
    ];
    for (const [query, field] of wrong) {
      it(`answers 400 and names ${field} for ${query}`, async () => {
        assert.deepEqual(await errorOf(`/deliveries?${query}`), [400, 'request_parameter_invalid', [field]]);
      });
    }

    it('answers 404 for a partner that is not there', async () => {
      assert.deepEqual((await errorOf('/deliveries?partner=nobody')).slice(0, 2), [404, 'partner_not_found']);
    });
  });

  describe('GET /deliveries/:deliveryId', () => {
    it('shows the delivery and its attempts', async () => {
      const { body } = await stage.call('GET', '/deliveries/21:create');
      assert.deepEqual(body, {
        ...shown,
        attempt_count: 1,
        attempts: [
          {
            n: 1,
            at: noonText,
            duration_ms: 12,
            status: 401,
            reason: 'unauthorised',
            is_contract_fault: false,
            is_manual: false,
            header: 'current',
            body_excerpt: 'go away',
            detail: null,
            next_at: null,
          },
        ],
        missing_attempts: [],
      });
    });
  });

  describe('POST /deliveries/:deliveryId/resend', () => {
    it('opens it again and wakes the dispatcher', async () => {
      await stage.refused(61, 'looked-at');
      const nudges = stage.nudges();
      const { body } = await stage.call('POST', '/deliveries/61:create/resend');
      const seen = ['state', 'attempts', 'due', 'opened_by', 'waits_for'].map((name) => at(body, name));
      assert.deepEqual(seen, ['open', 1, noonText, 'resend', 'worker']);
      assert.equal(stage.nudges(), nudges + 1);
    });

    it('leaves one that is on its way alone', async () => {
      const before = await stage.deliveries.view('41:create');
      const { status } = await stage.call('POST', '/deliveries/41:create/resend');
      assert.equal(status, 200);
      assert.deepEqual(await stage.deliveries.view('41:create'), before);
    });
  });

  it('answer 404 for a delivery that is not there', async () => {
    for (const [method, path] of [
      ['GET', '/deliveries/404:create'],
      ['POST', '/deliveries/404:create/resend'],
    ] as const)
      assert.equal((await stage.call(method, path)).status, 404);
  });

  it('say of attempts that were trimmed that they were, and make no error of it', async () => {
    await stage.realClock.advance(91 * 86_400_000);
    const [partner] = (await stage.partners.list()).filter(({ name }) => name === 'looked-at');
    assert.ok(partner !== undefined);
    assert.equal(await stage.attempts.trim(partner._id, stage.clock.now() - 90 * 86_400_000, 10), 2);
    const { status, body } = await stage.call('GET', '/deliveries/21:create');
    assert.deepEqual([status, at(body, 'attempts'), at(body, 'attempt_count')], [200, [], 1]);
    assert.deepEqual(at(body, 'missing_attempts'), [
      { from: 1, to: 1, why: 'trimmed', text: 'older than attempts are kept' },
    ]);
  });
});
