import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import type { AttemptDocument, DeliveryDocument } from '../../../src/webhooks/deliveries/delivery.js';
import { answer } from '../partner-site.js';
import { begin, endAll, hour, rarePasses } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

const failed = (reason: 'timeout' | 'dns'): OutboundOutcome => ({
  kind: 'failed',
  reason,
  detail: 'in the system’s words',
  durationMs: 0,
});

interface Row {
  readonly name: string;
  readonly outcome: OutboundOutcome;
  readonly stored: Partial<DeliveryDocument>;
  readonly attempt: Partial<AttemptDocument>;
}

const ended = (st: DeliveryDocument['st'], last: string) => ({ st, last, due: 0 });
const retried = (last: string, due = 5_000) => ({ st: 'open' as const, last, due });

const rows: readonly Row[] = [
  {
    name: '202',
    outcome: answer(202, 'thanks'),
    stored: ended('delivered', '202'),
    attempt: { reason: 'accepted', status: 202, bodyExcerpt: 'thanks' },
  },
  {
    name: '200',
    outcome: answer(200),
    stored: ended('delivered', '200'),
    attempt: { reason: 'accepted_otherwise', status: 200, bodyExcerpt: '', isContractFault: true },
  },
  {
    name: '400 duplicate_request',
    outcome: answer(400, '{"code":"duplicate_request"}'),
    stored: ended('delivered', '400'),
    attempt: { reason: 'duplicate', status: 400, bodyExcerpt: '{"code":"duplicate_request"}' },
  },
  {
    name: '400 otherwise',
    outcome: answer(400, 'x'.repeat(5_000)),
    stored: ended('refused', '400'),
    attempt: { reason: 'refused', status: 400, bodyExcerpt: 'x'.repeat(1_000), isContractFault: true },
  },
  {
    name: '401',
    outcome: answer(401),
    stored: ended('unauthorised', '401'),
    attempt: { reason: 'unauthorised', status: 401, bodyExcerpt: '' },
  },
  {
    name: '404',
    outcome: answer(404),
    stored: retried('404'),
    attempt: { reason: 'not_found', status: 404, bodyExcerpt: '', nextAt: 5_000 },
  },
  {
    name: '429 with Retry-After',
    outcome: answer(429, '', { 'retry-after': '90' }),
    stored: retried('429', 90_000),
    attempt: { reason: 'rate_limited', status: 429, bodyExcerpt: '', nextAt: 90_000 },
  },
  {
    name: '503 with a Retry-After beyond the bound',
    outcome: answer(503, '', { 'retry-after': '86400' }),
    stored: retried('503', hour),
    attempt: { reason: 'server_error', status: 503, bodyExcerpt: '', nextAt: hour },
  },
  {
    name: '302',
    outcome: answer(302, '', { location: 'http://elsewhere.example' }),
    stored: retried('302'),
    attempt: { reason: 'redirect', status: 302, bodyExcerpt: '', nextAt: 5_000, isContractFault: true },
  },
  {
    name: '418',
    outcome: answer(418),
    stored: retried('418'),
    attempt: {
      reason: 'unexpected_status',
      status: 418,
      bodyExcerpt: '',
      nextAt: 5_000,
      isContractFault: true,
    },
  },
  {
    name: 'timeout',
    outcome: failed('timeout'),
    stored: retried('timeout'),
    attempt: { reason: 'timeout', detail: 'in the system’s words', nextAt: 5_000 },
  },
  {
    name: 'DNS failure',
    outcome: failed('dns'),
    stored: retried('dns'),
    attempt: { reason: 'dns', detail: 'in the system’s words', nextAt: 5_000 },
  },
];

describe('what is stored after an answer', () => {
  for (const { name, outcome, stored, attempt } of rows) {
    it(name, async () => {
      const { worker, clock, site, put } = await begin({ settings: rarePasses });
      const start = clock.now();
      site.answerWith(() => outcome);
      await put(acme, [[42, 'create']]);
      worker.dispatcher.start();
      await clock.advance(100);
      assert.deepEqual(await worker.deliveries.view('42:create'), {
        _id: '42:create',
        booking: 42,
        kind: 'create',
        partner: 'acme',
        n: 1,
        nBefore: 0,
        tok: null,
        openedAt: start,
        createdAt: start,
        updatedAt: start,
        ...stored,
        due: start + (stored.due ?? 0),
      });
      const { nextAt, ...rest } = attempt;
      assert.deepEqual(await worker.deliveries.attempts('42:create'), [
        {
          _id: '42:create:1',
          delivery: '42:create',
          partner: 'acme',
          n: 1,
          at: start,
          durationMs: 0,
          isContractFault: false,
          ...rest,
          ...(nextAt === undefined ? {} : { nextAt: start + nextAt }),
        },
      ]);
      await clock.advance(nextAt === undefined ? 30 * hour : nextAt - 200);
      assert.equal(site.received.length, 1);
      if (nextAt === undefined) return;
      await clock.advance(200);
      assert.deepEqual(
        site.received.map(({ at, attempt: n }) => [at - start, n]),
        [
          [0, 1],
          [nextAt, 2],
        ],
      );
    });
  }
});
