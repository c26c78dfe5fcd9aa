import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookingId } from '../../../src/base/ids.js';
import { judgeAccepted } from '../../../src/webhooks/self-test/judge-accepted.js';
import { judgeAtOnce } from '../../../src/webhooks/self-test/judge-at-once.js';
import { judgeClosed } from '../../../src/webhooks/self-test/judge-closed.js';
import { judgeDuplicate } from '../../../src/webhooks/self-test/judge-duplicate.js';
import { judgeRetry } from '../../../src/webhooks/self-test/judge-retry.js';
import { judgeSlowest } from '../../../src/webhooks/self-test/judge-slowest.js';
import type { ExchangeReport, StepStatus } from '../../../src/webhooks/self-test/self-test-report.js';

const statuses = {
  accepted: 202,
  accepted_otherwise: 200,
  duplicate: 400,
  refused: 400,
  unauthorised: 401,
  not_found: 404,
  rate_limited: 429,
  server_error: 500,
  redirect: 302,
  unexpected_status: 418,
  timeout: null,
} as const;

type Reason = keyof typeof statuses;

const an = (reason: Reason, durationMs = 1): ExchangeReport => ({
  at: 0,
  kind: 'create',
  booking: bookingId(1),
  header: 'right',
  status: statuses[reason],
  reason,
  durationMs,
  excerpt: '',
});

const those = (reasons: readonly Reason[]): readonly ExchangeReport[] => reasons.map((reason) => an(reason));

const many = (count: number, reason: Reason): readonly ExchangeReport[] =>
  Array.from({ length: count }, () => an(reason));

type Row = readonly [answers: readonly Reason[], status: StepStatus];

const accepted: readonly Row[] = [
  [['accepted'], 'passed'],
  [['not_found', 'rate_limited', 'accepted'], 'passed'],
  [['accepted_otherwise'], 'warned'],
  [['duplicate'], 'failed'],
  [['not_found', 'duplicate'], 'failed'],
  [['not_found', 'not_found'], 'failed'],
  [['rate_limited'], 'failed'],
  [['refused'], 'failed'],
  [['unauthorised'], 'failed'],
  [['server_error'], 'failed'],
  [['redirect'], 'failed'],
  [['unexpected_status'], 'failed'],
  [['timeout'], 'failed'],
  [[], 'failed'],
];

const duplicates: readonly Row[] = [
  [['duplicate'], 'passed'],
  [['not_found', 'duplicate'], 'passed'],
  [['accepted'], 'passed'],
  [['accepted_otherwise'], 'warned'],
  [['refused'], 'failed'],
  [['not_found'], 'failed'],
  [['unauthorised'], 'failed'],
  [['server_error'], 'failed'],
  [['timeout'], 'failed'],
  [[], 'failed'],
];

/** To a stranger first, then to the right header. */
const closed: readonly (readonly [Reason, ...Row])[] = [
  ['unauthorised', ['accepted'], 'passed'],
  ['unauthorised', ['not_found', 'accepted'], 'passed'],
  ['unauthorised', ['accepted_otherwise'], 'warned'],
  ['unauthorised', ['duplicate'], 'failed'],
  ['unauthorised', ['unauthorised'], 'failed'],
  ['accepted', [], 'failed'],
  ['accepted_otherwise', [], 'failed'],
  ['duplicate', [], 'failed'],
  ['refused', [], 'failed'],
  ['not_found', [], 'failed'],
  ['unexpected_status', [], 'failed'],
  ['server_error', [], 'failed'],
  ['timeout', [], 'failed'],
];

/** To a booking that is not there yet, then when it is. */
const retried: readonly (readonly [Reason, ...Row])[] = [
  ['not_found', ['accepted'], 'passed'],
  ['not_found', ['not_found', 'accepted'], 'passed'],
  ['not_found', ['duplicate'], 'failed'],
  ['not_found', ['not_found'], 'failed'],
  ['server_error', ['accepted'], 'warned'],
  ['server_error', ['duplicate'], 'failed'],
  ['timeout', ['accepted'], 'warned'],
  ['refused', ['accepted'], 'warned'],
  ['accepted', [], 'not_verified'],
  ['accepted_otherwise', [], 'not_verified'],
  ['duplicate', [], 'failed'],
  ['unauthorised', [], 'failed'],
];

type Crowd = readonly [
  what: string,
  answers: readonly ExchangeReport[],
  afterwards: readonly Reason[],
  tellsDuplicates: boolean,
  status: StepStatus,
];

const crowds: readonly Crowd[] = [
  ['one and known ones', [an('accepted'), ...many(19, 'duplicate')], [], true, 'passed'],
  ['one and busy ones', [an('accepted'), ...many(19, 'not_found')], ['duplicate'], true, 'passed'],
  ['one and limited ones', [an('accepted'), ...many(19, 'rate_limited')], ['duplicate'], true, 'passed'],
  ['busy ones, one afterwards', many(20, 'not_found'), ['not_found', 'accepted'], true, 'passed'],
  ['busy ones to the end', many(20, 'not_found'), ['not_found'], true, 'failed'],
  ['two', [...many(2, 'accepted'), ...many(18, 'duplicate')], [], true, 'failed'],
  [
    'two of which nothing else is known',
    [...many(2, 'accepted'), ...many(18, 'duplicate')],
    [],
    false,
    'failed',
  ],
  ['all, where duplicates are told elsewhere', many(20, 'accepted'), [], true, 'failed'],
  ['all, where duplicates are never told', many(20, 'accepted'), [], false, 'not_verified'],
  ['one, one afterwards', [an('accepted'), ...many(19, 'not_found')], ['accepted'], true, 'failed'],
  ['known ones alone', many(20, 'duplicate'), [], true, 'failed'],
  ['one 5xx', [an('server_error'), an('accepted'), ...many(18, 'duplicate')], [], true, 'failed'],
  ['one without an answer', [an('timeout'), an('accepted'), ...many(18, 'duplicate')], [], true, 'failed'],
  ['one refused', [an('refused'), an('accepted'), ...many(18, 'duplicate')], [], true, 'failed'],
];

const textOf = (reasons: readonly Reason[]): string => reasons.join(', ') || 'nothing';

describe('what the self test makes of answers', () => {
  for (const [answers, status] of accepted)
    it(`to a new notice: ${textOf(answers)}: ${status}`, () =>
      assert.equal(judgeAccepted(those(answers), 'it').status, status));

  for (const [answers, status] of duplicates)
    it(`to a duplicate: ${textOf(answers)}: ${status}`, () =>
      assert.equal(judgeDuplicate(those(answers)).status, status));

  for (const [refused, afterwards, status] of closed)
    it(`to a stranger: ${refused}, then ${textOf(afterwards)}: ${status}`, () =>
      assert.equal(
        judgeClosed({ refused: an(refused), afterwards: those(afterwards) }, 'no header').status,
        status,
      ));

  for (const [early, afterwards, status] of retried)
    it(`to a booking that is not there yet: ${early}, then ${textOf(afterwards)}: ${status}`, () =>
      assert.equal(judgeRetry({ early: an(early), afterwards: those(afterwards) }).status, status));

  for (const [what, answers, afterwards, tellsDuplicates, status] of crowds)
    it(`to twenty at once: ${what}: ${status}`, () => {
      const crowd = { answers, afterwards: those(afterwards), tellsDuplicates };
      assert.equal(judgeAtOnce(crowd).status, status);
    });

  for (const [durationMs, status] of [
    [0, 'passed'],
    [5_000, 'passed'],
    [5_001, 'warned'],
    [10_000, 'warned'],
    [10_001, 'failed'],
  ] as const)
    it(`that took ${durationMs} of 10000 ms: ${status}`, () => {
      const finding = judgeSlowest([an('accepted'), an('duplicate', durationMs)], 10_000);
      assert.equal(finding.status, status);
    });

  it('always says what to do about a failure, but for a test whose time is over', () => {
    const failures = [
      ...accepted.map(([answers]) => judgeAccepted(those(answers), 'it')),
      ...duplicates.map(([answers]) => judgeDuplicate(those(answers))),
    ].filter(({ status }) => status === 'failed');
    const silent = failures.filter(({ advice = '' }) => advice === '').map(({ message }) => message);
    assert.ok(failures.length > 10);
    for (const message of silent) assert.match(message, /the test's time was over$/);
  });
});
