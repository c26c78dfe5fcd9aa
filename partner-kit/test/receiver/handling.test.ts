import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Booking, createMemoryStore, NoticeAbortedError, type NoticeStore } from '../../src/index.js';
import { createFakeClock, settle } from '../support/fake-clock.js';
import { cancelNotice, createGate, createNotice, createStage } from '../support/receivers.js';

const key = { namespace: 'default', bookingId: 42, kind: 'create' } as const;

const outcomes = (events: ReturnType<typeof createStage>['events']): readonly string[] =>
  events.map((event) =>
    event.type === 'store_trouble' ? `trouble ${event.step}` : `${event.type} ${event.outcome.type}`,
  );

describe('a handler that fails', () => {
  it('is answered 404 without its message, and the next attempt runs it again', async () => {
    let attempts = 0;
    const onCreate = (): void => {
      attempts += 1;
      if (attempts === 1) throw new Error('secret of the house');
    };
    const { receiver, events } = createStage({ onCreate });
    const first = await receiver.handle(createNotice());
    assert.deepEqual([first.status, first.body], [404, '{"code":"not_accepted"}']);
    assert.equal((await receiver.handle(createNotice())).status, 202);
    assert.equal((await receiver.handle(createNotice())).status, 400);
    assert.deepEqual(outcomes(events), ['answered handler_failed', 'answered handled', 'answered duplicate']);
  });

  it('does not disturb when the event hook throws', async () => {
    const onEvent = (): void => {
      throw new Error('hook');
    };
    assert.equal((await createStage({ onEvent }).receiver.handle(createNotice())).status, 202);
  });
});

describe('notices of one booking at once', () => {
  it('answers a duplicate in progress 404, and 400 once it is finished', async () => {
    const gate = createGate();
    const { receiver } = createStage({ onCreate: () => gate.passed });
    const first = receiver.handle(createNotice());
    await settle();
    const second = await receiver.handle(createNotice());
    assert.deepEqual([second.status, second.body], [404, '{"code":"in_progress"}']);
    gate.open();
    assert.equal((await first).status, 202);
    assert.equal((await receiver.handle(createNotice())).status, 400);
  });

  it('never runs a cancel beside its create', async () => {
    const gate = createGate();
    const { receiver, handled } = createStage({ onCreate: () => gate.passed });
    const create = receiver.handle(createNotice());
    await settle();
    assert.equal((await receiver.handle(cancelNotice())).status, 404);
    gate.open();
    await create;
    assert.equal((await receiver.handle(cancelNotice())).status, 202);
    assert.equal(handled.length, 1);
  });
});

describe('a handler longer than its lease', () => {
  it('keeps the claim by renewing it', async () => {
    const gate = createGate();
    const { receiver, clock } = createStage({ onCreate: () => gate.passed, leaseMs: 30_000 });
    const first = receiver.handle(createNotice());
    await clock.advance(200_000);
    assert.equal((await receiver.handle(createNotice())).status, 404);
    gate.open();
    assert.equal((await first).status, 202);
    assert.equal(clock.waiting(), 0, 'no timer is left');
  });

  it('is stopped and answered 404 when another has taken the claim, and records nothing', async () => {
    const gate = createGate();
    const reasons: unknown[] = [];
    // The database's clock: to it this process has stood still for longer than the lease.
    const storeClock = createFakeClock();
    const store = createMemoryStore({ clock: storeClock });
    const { receiver, clock, events } = createStage({
      store,
      onCreate: ({ signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        return gate.passed;
      },
    });
    const first = receiver.handle(createNotice());
    await settle();
    await storeClock.advance(31_000);
    const taken = await store.claim(key, 300_000);
    assert.ok(taken.state === 'claimed');
    await clock.advance(10_000);
    assert.equal((await first).status, 404);
    assert.ok(reasons[0] instanceof NoticeAbortedError && reasons[0].reason === 'lease_lost');
    gate.open();
    await settle();
    assert.equal(await store.done(taken.token), 'ok', 'the new owner still holds it');
    assert.deepEqual(outcomes(events), ['answered lease_lost', 'finished_late lease_lost']);
  });

  it('is told by its signal when the lease may have run out behind a broken store', async () => {
    const gate = createGate();
    const memory = createMemoryStore();
    const renew = async (): Promise<never> => {
      throw new Error('store is away');
    };
    let isAborted = false;
    const { receiver, clock } = createStage({
      store: { ...memory, renew },
      onCreate: ({ signal }) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return gate.passed;
      },
    });
    const first = receiver.handle(createNotice());
    await clock.advance(29_000);
    assert.equal(isAborted, false);
    await clock.advance(2_000);
    assert.equal(isAborted, true);
    gate.open();
    assert.equal((await first).status, 202, 'nobody else had claimed it');
  });

  it('is answered 404 at its limit; what it still does is recorded', async () => {
    const gate = createGate();
    const { receiver, clock, events } = createStage({
      onCreate: () => gate.passed,
      handlerTimeoutMs: 60_000,
    });
    const first = receiver.handle(createNotice());
    await clock.advance(60_000);
    assert.equal((await first).status, 404);
    gate.open();
    await receiver.idle();
    assert.equal((await receiver.handle(createNotice())).status, 400);
    assert.deepEqual(outcomes(events), [
      'answered handler_timeout',
      'finished_late handled',
      'answered duplicate',
    ]);
  });
});

describe('a store that fails', () => {
  it('is answered 404 at the claim, and no handler runs', async () => {
    const claim = async (): Promise<never> => {
      throw new Error('store is away');
    };
    const { receiver, handled, events } = createStage({ store: { ...createMemoryStore(), claim } });
    const answer = await receiver.handle(createNotice());
    assert.deepEqual([answer.status, answer.body], [404, '{"code":"not_accepted"}']);
    assert.deepEqual(handled, []);
    assert.deepEqual(outcomes(events), ['answered store_failed']);
  });

  it('at `done` is asked again until it answers, and the claim is never given back', async () => {
    const memory = createMemoryStore();
    let isAway = true;
    let releases = 0;
    const store: NoticeStore = {
      ...memory,
      done: async (token) => {
        if (isAway) throw new Error('store is away');
        return memory.done(token);
      },
      release: async (token) => {
        releases += 1;
        return memory.release(token);
      },
    };
    const { receiver, clock, handled } = createStage({ store });
    const first = receiver.handle(createNotice());
    await clock.advance(20_000);
    assert.equal((await receiver.handle(createNotice())).status, 404, 'still in progress');
    isAway = false;
    await clock.advance(5_000);
    assert.equal((await first).status, 202);
    assert.deepEqual([handled.length, releases], [1, 0]);
    assert.equal((await receiver.handle(createNotice())).status, 400);
  });

  it('at `done` for longer than a handler may take keeps the claim and records it in the end', async () => {
    const clock = createFakeClock();
    const memory = createMemoryStore({ clock });
    let isAway = true;
    const done: NoticeStore['done'] = async (token) => {
      if (isAway) throw new Error('store is away');
      return memory.done(token);
    };
    const { receiver, handled } = createStage({
      store: { ...memory, done },
      clock,
      handlerTimeoutMs: 60_000,
    });
    const first = receiver.handle(createNotice());
    await clock.advance(60_000);
    assert.equal((await first).status, 404, 'the caller waits no longer');
    await clock.advance(300_000);
    assert.equal((await receiver.handle(createNotice())).status, 404, 'still claimed');
    isAway = false;
    await clock.advance(5_000);
    assert.equal((await receiver.handle(createNotice())).status, 400);
    assert.equal(handled.length, 1);
    assert.equal(clock.waiting(), 0, 'no timer is left');
  });

  it('at `release` leaves the claim to run out', async () => {
    const release = async (): Promise<never> => {
      throw new Error('store is away');
    };
    let isBroken = true;
    const onCreate = (): void => {
      if (isBroken) throw new Error('effect failed');
    };
    const stage = createStage();
    const { receiver, events } = createStage({ store: { ...stage.store, release }, onCreate });
    assert.equal((await receiver.handle(createNotice())).status, 404);
    isBroken = false;
    assert.equal((await receiver.handle(createNotice())).status, 404, 'busy until the lease ends');
    await stage.clock.advance(30_001);
    assert.equal((await receiver.handle(createNotice())).status, 202);
    assert.ok(outcomes(events).includes('trouble release'));
  });

  it('is answered 404 while it is full of claims, and takes new ones afterwards', async () => {
    const gate = createGate();
    const store = createMemoryStore({ maxBookings: 1 });
    const { receiver } = createStage({ store, onCreate: () => gate.passed });
    const first = receiver.handle(createNotice(1));
    await settle();
    assert.equal((await receiver.handle(createNotice(2))).status, 404);
    gate.open();
    await first;
    assert.equal((await receiver.handle(createNotice(2))).status, 202);
  });
});

describe('a caller that goes away', () => {
  it('before the claim leaves none', async () => {
    const { receiver, handled, store } = createStage();
    await receiver.handle(createNotice(42, { signal: AbortSignal.abort() }));
    assert.deepEqual(handled, []);
    assert.equal((await store.claim(key, 1)).state, 'claimed');
  });

  it('during the claim has it given back before the handler starts', async () => {
    const caller = new AbortController();
    const memory = createMemoryStore();
    const store: NoticeStore = {
      ...memory,
      claim: async (asked, leaseMs) => {
        const claim = await memory.claim(asked, leaseMs);
        caller.abort();
        return claim;
      },
    };
    const { receiver, handled } = createStage({ store });
    await receiver.handle(createNotice(42, { signal: caller.signal }));
    assert.deepEqual(handled, []);
    assert.equal((await memory.claim(key, 1)).state, 'claimed');
  });

  it('after the handler started neither releases nor doubles', async () => {
    const caller = new AbortController();
    const gate = createGate();
    let runs = 0;
    const { receiver } = createStage({
      onCreate: () => {
        runs += 1;
        return gate.passed;
      },
    });
    const first = receiver.handle(createNotice(42, { signal: caller.signal }));
    await settle();
    caller.abort();
    assert.equal((await receiver.handle(createNotice())).status, 404);
    gate.open();
    await first;
    assert.equal((await receiver.handle(createNotice())).status, 400);
    assert.equal(runs, 1);
  });
});

describe('what a handler gets', () => {
  it('fetches the booking by the client, with the signal', async () => {
    const booking: Booking = { id: 42 };
    const asked: unknown[] = [];
    let fetched: Booking | undefined;
    const { receiver } = createStage({
      bookings: {
        get: async (id, extras) => {
          asked.push(id, extras?.signal instanceof AbortSignal);
          return booking;
        },
      },
      onCreate: async (notice) => {
        fetched = await notice.booking();
      },
    });
    assert.equal((await receiver.handle(createNotice())).status, 202);
    assert.deepEqual([fetched, asked], [booking, [42, true]]);
  });

  it('fails to fetch without a client, which is answered 404', async () => {
    const { receiver } = createStage({
      onCreate: async (notice) => {
        await notice.booking();
      },
    });
    assert.equal((await receiver.handle(createNotice())).status, 404);
  });

  it('has a fence that grows with every attempt', async () => {
    const fences: number[] = [];
    const { receiver } = createStage({
      onCreate: ({ fence }) => {
        fences.push(fence);
        if (fences.length < 3) throw new Error('again');
      },
      onCancel: ({ fence }) => {
        fences.push(fence);
      },
    });
    for (let attempt = 0; attempt < 3; attempt += 1) await receiver.handle(createNotice());
    await receiver.handle(cancelNotice());
    assert.equal(fences.length, 4);
    assert.deepEqual(
      fences,
      [...new Set(fences)].sort((a, b) => a - b),
    );
  });
});
