import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import { Problem } from '../../../src/base/problem.js';
import { bookingCollection } from '../../../src/bookings/store.js';
import type { SelfTests } from '../../../src/webhooks/self-test/self-tests.js';
import { acme } from '../world.js';
import { type Answer, receiverThat } from './trial-receiver.js';
import { closeTrialStages, openTrialStage } from './trial-stage.js';

afterEach(closeTrialStages);

const honest = (fetchBooking: (id: number) => Promise<unknown>): Answer =>
  receiverThat({ fetchBooking, effects: [] });

const refusing = (): Answer => async () => ({ status: 500 });

const isProblem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code;

const runTo = async (tests: SelfTests) => (await tests.begin(acme)).ended;

describe('a self test', () => {
  it('that passes after the partner was changed lets nothing go live', async () => {
    const { tests, worker, live } = await openTrialStage({ answer: honest });
    const { ended } = await tests.begin(acme);
    await worker.partners.save({ id: 'acme', base_api_url: 'http://127.0.0.1:1' });
    const report = await ended;
    assert.deepEqual([report.st, report.wentLive, live], ['passed', false, []]);
    assert.match(report.summary, /changed meanwhile/);
    assert.equal((await worker.partners.view(acme)).live, null);
  });

  it('of a live partner that fails leaves it live, and says so', async () => {
    const { tests, worker } = await openTrialStage({ answer: refusing });
    await worker.partners.override(acme, 'Ann');
    const report = await runTo(tests);
    assert.deepEqual([report.st, report.wasLive], ['failed', true]);
    assert.match(report.summary, /live all the same/);
    assert.equal((await worker.partners.view(acme)).live?.by, 'Ann');
  });

  it('of a paused partner that fails leaves it paused, and says so', async () => {
    const { tests, worker } = await openTrialStage({ answer: refusing });
    await worker.partners.override(acme, 'Ann');
    await worker.partners.pause(acme, 'unauthorised');
    assert.match((await runTo(tests)).summary, /stays paused \(unauthorised\), its notices go on waiting/);
  });

  it('that passes ends a pause of refusals, but not one by hand', async () => {
    const { tests, worker } = await openTrialStage({ answer: honest });
    const partner = await worker.partners.get(acme);
    assert.ok(partner !== undefined);
    for (let count = 0; count < 3; count += 1) await worker.partners.noteUnauthorised(partner);
    assert.equal((await worker.partners.view(acme)).paused, 'unauthorised');
    await runTo(tests);
    assert.equal((await worker.partners.view(acme)).paused, null);
    await worker.partners.pause(acme, 'a flood');
    const report = await runTo(tests);
    assert.equal((await worker.partners.view(acme)).paused, 'a flood');
    assert.match(report.summary, /paused \(a flood\) until you resume it/);
  });

  it('runs alone, and again when it has ended', async () => {
    const { tests, openTests } = await openTrialStage({ answer: honest });
    const first = await tests.begin(acme);
    await assert.rejects(openTests().begin(acme), isProblem('partner_test_running'));
    await first.ended;
    assert.equal((await runTo(openTests())).number, 2);
  });

  it('whose process has died is seen to be broken, and then another may run', async () => {
    const stage = await openTrialStage({ answer: () => () => new Promise(() => undefined) });
    const { report } = await stage.tests.begin(acme);
    await stage.clock.advance(151_000);
    const seen = await stage.openTests().view(acme, report.number);
    assert.deepEqual([seen.st, seen.summary], ['broken', 'broken off: the process that ran it has ended']);
    const next = await stage.openTests().begin(acme);
    assert.equal(next.report.number, 2);
    await stage.receiver.close();
    await next.ended;
  });

  it('is broken off by a stop, and lets nothing go live', async () => {
    const { tests, worker } = await openTrialStage({ answer: honest });
    const { ended } = await tests.begin(acme);
    await tests.stop();
    assert.equal((await ended).st, 'broken');
    assert.equal((await worker.partners.view(acme)).live, null);
  });

  it('is kept with the nine before it, newest first', async () => {
    const { tests } = await openTrialStage({ answer: refusing });
    for (let count = 0; count < 12; count += 1) await runTo(tests);
    const numbers = (await tests.list(acme)).map(({ number }) => number);
    assert.deepEqual(numbers, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    assert.equal((await tests.last(acme))?.number, 12);
    await assert.rejects(tests.view(acme, 2), isProblem('partner_test_not_found'));
  });

  it('needs a partner with an endpoint that takes notices, and a location to book', async () => {
    const { tests, worker } = await openTrialStage({ answer: honest });
    await assert.rejects(tests.begin(partnerId('nobody')), isProblem('partner_not_found'));
    await worker.partners.save({ id: 'bare' });
    await assert.rejects(tests.begin(partnerId('bare')), isProblem('partner_endpoint_missing'));
    await worker.partners.save({ id: 'acme', create_booking_endpoint: '', cancel_booking_endpoint: '' });
    await assert.rejects(tests.begin(acme), isProblem('partner_endpoint_missing'));
    const empty = await openTrialStage({ answer: honest, locations: [] });
    await assert.rejects(empty.tests.begin(acme), isProblem('catalogue_empty'));
    assert.equal(await empty.database.collection(bookingCollection).countDocuments({}), 0);
  });
});

describe('the bookings of a test', () => {
  it('are cancelled when it ends, owe nobody a notice, and stand in no list', async () => {
    const { tests, bookings, made } = await openTrialStage({ answer: honest });
    await runTo(tests);
    assert.equal(made.length, 5);
    for (const id of made) {
      const booking = await bookings.find(id);
      assert.deepEqual(
        [booking?.st, booking?.isTest, booking?.out, booking?.priceMinor, booking?.cancellableUntil],
        ['cancelled', true, [], 0, null],
      );
    }
    assert.deepEqual(await bookings.due(10), []);
    for (const by of ['updatedAt', 'bookedAt', 'cancelledAt'] as const)
      assert.equal(await bookings.countOfPartner({ partner: acme, by, since: 0 }), 0);
  });

  it('are cancelled also when the test fails, and of a partner that takes creates alone', async () => {
    const endpoint = { cancel_booking_endpoint: '' };
    const { tests, bookings, made } = await openTrialStage({ answer: refusing, endpoint });
    await runTo(tests);
    assert.equal(made.length, 4);
    for (const id of made) assert.equal((await bookings.find(id))?.st, 'cancelled');
  });
});
