import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import type { DeliveryState } from '../../../src/webhooks/deliveries/delivery.js';
import { answer, timeout } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, partnerInput, type WorkerOptions } from '../world.js';

afterEach(endAll);

const twelveSeconds = { schedule: { baseMs: 5_000, capMs: 60_000, jitter: 0, giveUpAfterMs: 12_000 } };

/** Booking 42 was made and cancelled; creates are answered as told, cancels with 202. */
const beginPair = async (onCreate: () => OutboundOutcome, options: WorkerOptions = {}) => {
  const stage = await begin(options);
  const { site, put } = stage;
  site.answerWith(({ kind }) => (kind === 'create' ? onCreate() : answer(202)));
  await put(acme, [
    [42, 'create'],
    [42, 'cancel'],
  ]);
  return { ...stage, sent: () => site.received.map(({ kind, attempt }) => `${kind} ${attempt}`) };
};

describe('a cancel follows its create', () => {
  interface End {
    readonly name: string;
    readonly outcome: OutboundOutcome;
    readonly state: DeliveryState;
    readonly sent: readonly string[];
    readonly options?: WorkerOptions;
  }
  const duplicate = answer(400, '{"code":"duplicate_request"}');
  const ends: readonly End[] = [
    { name: '202', outcome: answer(202), state: 'delivered', sent: ['create 1', 'cancel 1'] },
    { name: 'a duplicate', outcome: duplicate, state: 'delivered', sent: ['create 1', 'cancel 1'] },
    { name: '400', outcome: answer(400), state: 'refused', sent: ['create 1', 'cancel 1'] },
    { name: '401', outcome: answer(401), state: 'unauthorised', sent: ['create 1', 'cancel 1'] },
    {
      name: 'the operator’s end',
      outcome: answer(404),
      state: 'abandoned',
      sent: ['create 1', 'create 2', 'cancel 1'],
      options: { settings: twelveSeconds },
    },
  ];
  for (const { name, outcome, state, sent: expected, options } of ends) {
    it(`that ended with ${name} (${state})`, async () => {
      const { worker, clock, sent } = await beginPair(() => outcome, options);
      worker.dispatcher.start();
      await clock.advance(20_000);
      assert.deepEqual(sent(), expected);
      assert.equal((await worker.deliveries.view('42:create')).st, state);
      assert.equal((await worker.deliveries.view('42:cancel')).st, 'delivered');
    });
  }

  it('that was skipped, since the partner takes no creates any more', async () => {
    const { worker, clock, sent } = await beginPair(() => answer(202));
    await worker.partners.save(partnerInput({ create_booking_endpoint: '' }));
    await worker.partners.override(acme, 'the tests');
    worker.dispatcher.start();
    await clock.advance(5_000);
    assert.deepEqual(sent(), ['cancel 1']);
    assert.equal((await worker.deliveries.view('42:create')).st, 'skipped');
  });

  it('that an operator has sent again, as long as that is on its way', async () => {
    const { worker, clock, put, sent } = await beginPair(() => answer(400));
    worker.dispatcher.start();
    await clock.advance(5_000);
    assert.deepEqual(sent(), ['create 1', 'cancel 1']);
    await put(acme, [[43, 'create']]);
    worker.dispatcher.nudge(acme);
    await clock.advance(1_000);
    assert.equal((await worker.deliveries.view('43:create')).st, 'refused');
    await worker.deliveries.resend('43:create');
    await put(acme, [[43, 'cancel']]);
    worker.dispatcher.nudge(acme);
    await clock.advance(5_000);
    assert.deepEqual(sent().slice(2), ['create 1', 'create 2', 'cancel 1']);
  });

  it('also over a pause: neither is sent, and then both in their order', async () => {
    const { worker, clock, sent } = await beginPair(() => answer(202));
    await worker.partners.pause(acme, 'a test');
    worker.dispatcher.start();
    await clock.advance(30_000);
    assert.deepEqual(sent(), []);
    await worker.partners.resume(acme, { resendRefused: false });
    await clock.advance(5_000);
    assert.deepEqual(sent(), ['create 1', 'cancel 1']);
  });

  it('also over an open breaker: a cancel is no probe before its create', async () => {
    let isDown = true;
    const { worker, clock, put, sent } = await beginPair(() => (isDown ? timeout : answer(202)), {
      settings: { failuresToOpen: 1 },
    });
    worker.dispatcher.start();
    await clock.advance(60_000);
    assert.equal((await worker.partners.view(acme)).breaker.st, 'open');
    assert.ok(sent().every((each) => each.startsWith('create')));
    isDown = false;
    await put(acme, [[43, 'create']]);
    await clock.advance(120_000);
    assert.equal(sent().filter((each) => each.startsWith('cancel')).length, 1);
    assert.equal(sent().at(-1), 'cancel 1');
    assert.equal((await worker.deliveries.view('42:create')).st, 'delivered');
  });

  it('but not another booking’s', async () => {
    const { worker, clock, put, sent } = await beginPair(() => answer(404));
    await put(acme, [[43, 'cancel']]);
    worker.dispatcher.start();
    await clock.advance(3_000);
    assert.deepEqual(sent(), ['create 1', 'cancel 1']);
    assert.equal((await worker.deliveries.view('43:cancel')).st, 'delivered');
  });
});
