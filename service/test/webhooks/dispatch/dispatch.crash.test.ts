import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookingCollection } from '../../../src/bookings/store.js';
import type { Post } from '../../../src/outbound/outbound.js';
import type { Hooks, StoreCall } from '../../support/traced-database.js';
import { booking } from '../booking-builder.js';
import { acme, openWorld, savePartner } from '../world.js';

interface Death {
  /** The store call at which the process dies. */
  readonly call: number;
  /** Before the store has done it, or after it has, with the answer lost. */
  readonly phase: 'before' | 'after';
}

/** A process that dies at one store call: from then on it neither writes nor sends. */
const mortal = (death: Death | undefined, post: Post) => {
  let calls = 0;
  let isDead = false;
  const numbers = new WeakMap<StoreCall, number>();
  const dieAt = (call: StoreCall, phase: Death['phase']): void => {
    if (death !== undefined && numbers.get(call) === death.call && phase === death.phase) isDead = true;
    if (isDead) throw new Error('this process is dead');
  };
  const hooks: Hooks = {
    before: (call) => {
      calls += 1;
      numbers.set(call, calls);
      dieAt(call, 'before');
    },
    after: (call) => dieAt(call, 'after'),
  };
  return {
    hooks,
    post: ((request) => (isDead ? new Promise(() => undefined) : post(request))) satisfies Post,
    calls: () => calls,
    hasDied: () => isDead,
  };
};

/** Three bookings with all that an outbox can hold, one process that dies, and another that goes on. */
const runWithDeath = async (death: Death | undefined) => {
  const world = await openWorld();
  const { clock, site } = world;
  await savePartner(world.openWorker());
  await world.book(booking(1));
  await world.book(booking(2, { st: 'cancelled', out: ['create', 'release', 'cancel'] }));
  await world.book(booking(3, { st: 'cancelled', out: ['release'], partner: null }));
  const first = mortal(death, site.post);
  const dying = world.openWorker({ hooks: first.hooks, post: first.post });
  dying.pump.start();
  dying.dispatcher.start();
  await clock.advance(5_000);
  const second = world.openWorker();
  second.pump.start();
  second.dispatcher.start();
  await clock.advance(90_000);
  const counts = await second.deliveries.counts(acme);
  const accepted: string[] = [];
  for (const id of ['1:create', '2:create', '2:cancel']) {
    const attempts = await second.deliveries.attempts(id);
    if (attempts.some(({ reason }) => reason === 'accepted')) accepted.push(id);
  }
  const left = await world.database
    .collection(bookingCollection)
    .find({ outAt: { $gt: -1 } })
    .toArray();
  const released = [...dying.released, ...second.released].map(({ _id }) => _id);
  const stopped = Promise.all(
    [dying, second].flatMap(({ pump, dispatcher }) => [pump.stop(), dispatcher.stop()]),
  );
  await clock.advance(60_000);
  if (!first.hasDied()) await stopped;
  await world.close();
  return {
    calls: first.calls(),
    hasDied: first.hasDied(),
    received: site.received,
    counts,
    accepted,
    left,
    released,
  };
};

const check = (outcome: Awaited<ReturnType<typeof runWithDeath>>): void => {
  const { received, counts, accepted, left, released } = outcome;
  const sent = received.map(({ delivery }) => delivery);
  assert.deepEqual(new Set(sent), new Set(['1:create', '2:create', '2:cancel']));
  assert.ok(sent.length <= 6, `sent ${sent.join(', ')}`);
  assert.ok(sent.indexOf('2:create') < sent.indexOf('2:cancel'));
  assert.deepEqual([counts.delivered, counts.open], [3, 0]);
  assert.deepEqual(accepted, ['1:create', '2:create', '2:cancel']);
  assert.deepEqual(left, []);
  assert.deepEqual(new Set(released), new Set([2, 3]));
};

describe('a process that dies between any two steps', () => {
  it('loses no notice, and repeats none but those it was about to write down', async () => {
    const whole = await runWithDeath(undefined);
    check(whole);
    assert.equal(whole.received.length, 3);
    let deaths = 0;
    // Beyond these calls the process only looks whether there is more to do.
    const last = Math.min(whole.calls, 40);
    for (let call = 1; call <= last; call += 1) {
      for (const phase of ['before', 'after'] as const) {
        const outcome = await runWithDeath({ call, phase });
        check(outcome);
        deaths += outcome.hasDied ? 1 : 0;
      }
    }
    assert.equal(deaths, last * 2);
  });
});
