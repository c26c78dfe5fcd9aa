import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Post } from '../../../src/outbound/outbound.js';
import type { PartnerInput } from '../../../src/webhooks/partners/partner.js';
import type {
  SelfTestDocument,
  StepReport,
  StepStatus,
} from '../../../src/webhooks/self-test/self-test-report.js';
import { acme } from '../world.js';
import { type Answer, type Departures, receiverThat, secret } from './trial-receiver.js';
import { closeTrialStages, openTrialStage } from './trial-stage.js';

afterEach(closeTrialStages);

type Fetch = (id: number) => Promise<unknown>;

const departing =
  (departures: Departures, effects: string[] = []) =>
  (fetchBooking: Fetch): Answer =>
    receiverThat({ ...departures, fetchBooking, effects });

const named = (report: SelfTestDocument, status: StepStatus): readonly string[] =>
  report.steps.filter((step) => step.status === status).map(({ name }) => name);

const step = (report: SelfTestDocument, name: string): StepReport => {
  const found = report.steps.find((each) => each.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

const all = [
  ...['create.accepts', 'create.duplicate', 'create.wrong_header', 'create.missing_header'],
  ...['create.at_once', 'create.retry'],
  ...['cancel.accepts', 'cancel.duplicate', 'cancel.wrong_header', 'cancel.missing_header', 'cancel.at_once'],
  'slowest',
];

const runWith = async (
  answer: (fetchBooking: Fetch) => Answer,
  more: { readonly endpoint?: Partial<PartnerInput>; readonly post?: (real: Post) => Post } = {},
): Promise<SelfTestDocument> => {
  const { tests } = await openTrialStage({ answer, ...more });
  return (await tests.begin(acme)).ended;
};

describe('an honest receiver', () => {
  it('passes every step, does every work once, and is live', async () => {
    const effects: string[] = [];
    const { tests, worker, live } = await openTrialStage({ answer: departing({}, effects) });
    const { report, ended } = await tests.begin(acme);
    assert.deepEqual([report.st, report.steps], ['running', []]);
    const done = await ended;
    assert.deepEqual(named(done, 'passed'), all);
    assert.deepEqual(
      [done.st, done.wentLive, done.summary],
      ['passed', true, 'passed: the endpoint is live'],
    );
    assert.equal(new Set(effects).size, effects.length);
    assert.equal(effects.length, 9);
    const partner = await worker.partners.view(acme);
    assert.equal(partner.live?.by, 'self-test');
    assert.deepEqual(live, [acme]);
    assert.deepEqual(await tests.view(acme, done.number), done);
  });

  it('passes with duplicates answered 202, but that it works once cannot be seen', async () => {
    const report = await runWith(departing({ toDuplicate: { status: 202 } }));
    assert.equal(report.st, 'passed');
    assert.deepEqual(named(report, 'not_verified'), ['create.at_once', 'cancel.at_once']);
    assert.match(step(report, 'create.at_once').message, /cannot be seen from outside/);
  });

  it('passes with another 2xx than 202, with a warning', async () => {
    const report = await runWith(departing({ accepted: { status: 200 } }));
    assert.equal(report.st, 'passed');
    assert.ok(named(report, 'warned').includes('create.accepts'));
    assert.match(step(report, 'create.accepts').advice ?? '', /202/);
  });

  it('passes without fetching bookings, but that 404 is worked on again cannot be seen', async () => {
    const report = await runWith(() => receiverThat({ fetchBooking: async () => ({}), effects: [] }));
    assert.deepEqual([report.st, named(report, 'not_verified')], ['passed', ['create.retry']]);
  });

  it('is tried of the one kind of notice that it takes', async () => {
    const creates = await runWith(departing({}), { endpoint: { cancel_booking_endpoint: '' } });
    assert.deepEqual(named(creates, 'passed'), [...all.slice(0, 6), 'slowest']);
    const cancels = await runWith(departing({}), { endpoint: { create_booking_endpoint: '' } });
    const expected = [...all.slice(6, 11), 'cancel.retry', 'slowest'];
    assert.deepEqual(named(cancels, 'passed'), expected);
  });

  it('is told the cancel of a booking only when it is cancelled', async () => {
    const states: unknown[] = [];
    const report = await runWith((fetchBooking) => {
      const answer = receiverThat({ fetchBooking, effects: [] });
      return async (notice) => {
        const booking = await fetchBooking(notice.id);
        if (typeof booking === 'object' && booking !== null && 'st' in booking)
          states.push(`${notice.kind} ${booking.st}`);
        return answer(notice);
      };
    });
    assert.equal(report.st, 'passed');
    assert.deepEqual([...new Set(states)].sort(), ['cancel cancelled', 'create booked']);
  });
});

const both = (name: string): readonly string[] => [`create.${name}`, `cancel.${name}`];

const wrong: readonly (readonly [what: string, Departures, failed: readonly string[]])[] = [
  ['answers nothing but 500', { accepted: { status: 500 } }, ['create.accepts']],
  ['answers nothing but 404', { accepted: { status: 404 } }, ['create.accepts']],
  ['refuses what is new', { accepted: { status: 400 } }, ['create.accepts']],
  ['redirects', { accepted: { status: 307 } }, ['create.accepts']],
  ['knows another header value', { isKnownKey: (key) => key === 'another' }, ['create.accepts']],
  ['says to duplicates what it likes', { toDuplicate: { status: 409 } }, both('duplicate')],
  [
    'gives 400 to duplicates another code',
    { toDuplicate: { status: 400, body: '{"code":"dup"}' } },
    both('duplicate'),
  ],
  ['lets any header value in', { isKnownKey: (key) => key !== undefined }, both('wrong_header')],
  [
    'lets in whoever has no header',
    { isKnownKey: (key) => key === undefined || key === secret },
    both('missing_header'),
  ],
  [
    'answers 403 to strangers',
    { toStranger: { status: 403 } },
    ['create.wrong_header', 'create.missing_header'],
  ],
  [
    'remembers what strangers sent',
    { remembersStrangers: true },
    ['create.wrong_header', 'create.missing_header'],
  ],
  ['looks and claims in two steps', { claimsLate: true }, both('at_once')],
  ['answers 500 while it works', { whileWorking: { status: 500 } }, both('at_once')],
  ['remembers what has failed', { remembersFailures: true }, ['create.retry']],
  ['takes a cancel for its create’s duplicate', { dedupesByIdAlone: true }, ['cancel.accepts']],
];

describe('a receiver that', () => {
  for (const [what, departures, failed] of wrong) {
    it(`${what} fails just that, stays off, and is told what to answer`, async () => {
      const { tests, worker, live } = await openTrialStage({ answer: departing(departures) });
      const report = await (await tests.begin(acme)).ended;
      assert.deepEqual([...named(report, 'failed')].sort(), [...failed].sort());
      assert.deepEqual([report.st, report.wentLive, live], ['failed', false, []]);
      assert.match(report.summary, /stays off/);
      assert.equal((await worker.partners.view(acme)).live, null);
      for (const { status, advice } of report.steps)
        assert.equal(status === 'failed' && advice === undefined, false);
    });
  }

  it('is not there fails the first step alone, with the reason', async () => {
    const report = await runWith(departing({}), { endpoint: { base_api_url: 'http://127.0.0.1:1' } });
    assert.deepEqual(named(report, 'failed'), ['create.accepts']);
    assert.match(step(report, 'create.accepts').message, /no answer \(connection/);
    assert.equal(step(report, 'create.at_once').status, 'skipped');
  });

  const slowed =
    (durationMs: number) =>
    (real: Post): Post =>
    async (request) => ({ ...(await real(request)), durationMs });

  it('is slow is warned, and one that is too slow fails just that', async () => {
    const slow = await runWith(departing({}), { post: slowed(6_000) });
    assert.deepEqual([slow.st, named(slow, 'warned')], ['passed', ['slowest']]);
    const late = await runWith(departing({}), { post: slowed(10_001) });
    assert.deepEqual([late.st, named(late, 'failed')], ['failed', ['slowest']]);
    assert.match(step(late, 'slowest').message, /10001 ms of 10000/);
  });

  it('repeats the header does not get it into the report', async () => {
    const { tests } = await openTrialStage({
      answer: () => async () => ({ status: 500, body: `you said ${secret}` }),
    });
    const report = await (await tests.begin(acme)).ended;
    const text = JSON.stringify(await tests.view(acme, report.number));
    assert.ok(text.includes('you said [secret]') && !text.includes(secret));
  });
});

describe('the notices of a test', () => {
  it('are those of life, but for the header where that is tried', async () => {
    const { tests, receiver, made } = await openTrialStage({ answer: departing({}) });
    const report = await (await tests.begin(acme)).ended;
    const sent = report.steps.flatMap(({ exchanges }) => exchanges);
    assert.equal(receiver.received.length, sent.length);
    const keys = new Set(receiver.received.map(({ key }) => key));
    assert.equal(keys.size, 3);
    assert.ok(keys.has(secret) && keys.has(undefined));
    assert.deepEqual(new Set(sent.map(({ booking }) => booking)), new Set(made));
    assert.equal(
      step(report, 'create.at_once').exchanges.filter(({ kind }) => kind === 'create').length >= 20,
      true,
    );
    assert.deepEqual(step(report, 'create.missing_header').exchanges[0]?.header, 'missing');
  });
});
