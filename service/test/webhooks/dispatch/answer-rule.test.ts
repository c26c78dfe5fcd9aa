import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureReason, OutboundOutcome } from '../../../src/outbound/outbound.js';
import { type Decision, decide } from '../../../src/webhooks/dispatch/answer-rule.js';
import { retryAfterMs } from '../../../src/webhooks/dispatch/retry-after.js';

const now = Date.UTC(2026, 10, 21, 12);

interface Given {
  readonly status: number;
  readonly body?: string;
  readonly isBodyCut?: boolean;
  readonly retryAfter?: string;
}

const answered = ({ status, body = '', isBodyCut = false, retryAfter }: Given): OutboundOutcome => ({
  kind: 'answered',
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body,
  isBodyCut,
  durationMs: 1,
});

const says = (verdict: Decision['verdict'], reason: string, isContractFault = false): Decision => ({
  verdict,
  reason,
  isContractFault,
});

const duplicate = '{"code":"duplicate_request"}';

const rows: readonly (readonly [string, Given, Decision])[] = [
  ['202', { status: 202 }, says('delivered', 'accepted')],
  ['202, body cut', { status: 202, isBodyCut: true }, says('delivered', 'accepted')],
  ['200', { status: 200 }, says('delivered', 'accepted_otherwise', true)],
  ['204', { status: 204 }, says('delivered', 'accepted_otherwise', true)],
  ['301', { status: 301 }, says('retry', 'redirect', true)],
  ['307', { status: 307 }, says('retry', 'redirect', true)],
  ['400 duplicate', { status: 400, body: duplicate }, says('delivered', 'duplicate')],
  [
    '400 duplicate with more fields',
    { status: 400, body: '{"x":[1], "code" : "duplicate_request"}' },
    says('delivered', 'duplicate'),
  ],
  ['400 other code', { status: 400, body: '{"code":"bad"}' }, says('refused', 'refused', true)],
  ['400 text', { status: 400, body: 'duplicate_request' }, says('refused', 'refused', true)],
  ['400 list', { status: 400, body: `[${duplicate}]` }, says('refused', 'refused', true)],
  ['400 null', { status: 400, body: 'null' }, says('refused', 'refused', true)],
  ['400 empty', { status: 400 }, says('refused', 'refused', true)],
  ['400 cut', { status: 400, body: '{"code":', isBodyCut: true }, says('retry', 'body_incomplete', true)],
  ['401', { status: 401 }, says('unauthorised', 'unauthorised')],
  ['403', { status: 403 }, says('retry', 'unexpected_status', true)],
  ['404', { status: 404, retryAfter: '60' }, says('retry', 'not_found')],
  ['408', { status: 408 }, says('retry', 'request_timeout')],
  ['410', { status: 410 }, says('retry', 'unexpected_status', true)],
  ['429', { status: 429 }, says('retry', 'rate_limited')],
  [
    '429 later',
    { status: 429, retryAfter: '60' },
    { ...says('retry', 'rate_limited'), retryAfterMs: 60_000 },
  ],
  ['500', { status: 500 }, says('retry', 'server_error')],
  ['503 later', { status: 503, retryAfter: '7' }, { ...says('retry', 'server_error'), retryAfterMs: 7_000 }],
  ['599', { status: 599 }, says('retry', 'server_error')],
  ['600', { status: 600 }, says('retry', 'unexpected_status', true)],
];

const reasons: readonly FailureReason[] = [
  'timeout',
  'dns',
  'connection',
  'tls',
  'blocked_address',
  'bad_url',
  'bad_header',
  'protocol',
];

describe('the table of answers', () => {
  for (const [name, given, expected] of rows) {
    it(`${name}: ${expected.verdict}, ${expected.reason}`, () => {
      assert.deepEqual(decide(answered(given), now), expected);
    });
  }

  for (const reason of reasons) {
    it(`no answer, ${reason}: retry`, () => {
      assert.deepEqual(
        decide({ kind: 'failed', reason, detail: '', durationMs: 1 }, now),
        says('retry', reason),
      );
    });
  }
});

describe('Retry-After', () => {
  const cases: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    [' 120 ', 120_000],
    ['-1', undefined],
    ['1.5', undefined],
    ['99999999999999', undefined],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 99 Nov 2026 11:00:00 GMT', undefined],
    ['soon', undefined],
  ];
  for (const [header, expected] of cases) {
    it(`${JSON.stringify(header)} is ${expected} ms`, () =>
      assert.equal(retryAfterMs(header, now), expected));
  }
});
