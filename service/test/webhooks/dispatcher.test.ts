import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../src/base/ids.js';
import type { OutboundOutcome } from '../../src/outbound/outbound.js';
import {
  type AttemptDocument,
  type DeliveryDocument,
  deliveryCollection,
} from '../../src/webhooks/delivery.js';
import { answer } from './partner-site.js';
import { acme, openWorld, partnerInput, type Worker, type WorkerOptions, type World } from './world.js';

const opened: { world: World; workers: Worker[] }[] = [];

/** A world with partner `acme` and one worker that runs. */
const begin = async (options: WorkerOptions = {}) => {
  const world = await openWorld();
  const worker = world.openWorker(options);
  opened.push({ world, workers: [worker] });
  await worker.partners.save(partnerInput());
  return { ...world, world, worker };
};

afterEach(async () => {
  for (const { world, workers } of opened.splice(0)) {
    const stopped = Promise.all(workers.map((worker) => worker.dispatcher.stop()));
    await world.clock.advance(60_000);
    await stopped;
    await world.close();
  }
});

/** For days of fake time: local timers alone, since every look at all partners costs real time. */
const rarePasses = { fullPassMs: 6 * 3_600_000 };

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

const hour = 3_600_000;
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

describe('the request', () => {
  it('is the booking id alone, under the configured header', async () => {
    const { worker, clock, site, put } = await begin();
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(10);
    assert.deepEqual(site.received[0]?.request, {
      url: 'https://partner.example/api/created',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'parking-service',
        'parking-notice': 'create',
        'parking-delivery': '42:create',
        'parking-attempt': '1',
        'X-Partner-Key': 'secret-1',
      },
      body: '{"id":42}',
      deadlineMs: 10_000,
      maxBodyBytes: 16_384,
    });
  });

  it('is not made for a kind the partner no longer takes', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save(partnerInput({ cancel_booking_endpoint: '' }));
    await put(acme, [[42, 'cancel']]);
    worker.dispatcher.start();
    await clock.advance(5_000);
    const { st, n } = await worker.deliveries.view('42:cancel');
    assert.deepEqual([st, n, site.received.length], ['skipped', 0, 0]);
  });
});

describe('three days of failures', () => {
  it('are tried again by the schedule for ever, every attempt kept', async () => {
    const { worker, clock, site, put } = await begin({ settings: rarePasses });
    const start = clock.now();
    site.answerWith(() => answer(500));
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(3 * 24 * hour);
    const gaps = site.received.slice(0, 12).map(({ at }, index) => {
      return (at - (site.received[index - 1]?.at ?? start)) / 1_000;
    });
    assert.deepEqual(gaps, [0, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
    const attempts = await worker.deliveries.attempts('42:create');
    assert.deepEqual(
      attempts.map(({ n }) => n),
      site.received.map(({ attempt }) => attempt),
    );
    assert.ok(site.received.length > 75);
    site.answerWith(() => answer(202));
    await clock.advance(2 * hour);
    assert.equal((await worker.deliveries.view('42:create')).st, 'delivered');
  });

  it('end where the operator has set an end, and can be sent again by hand', async () => {
    const schedule = { baseMs: 5_000, capMs: hour, jitter: 0, giveUpAfterMs: 60_000 };
    const { worker, clock, site, put } = await begin({ settings: { schedule, ...rarePasses } });
    site.answerWith(() => answer(500));
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(hour);
    assert.equal((await worker.deliveries.view('42:create')).st, 'abandoned');
    assert.equal(site.received.length, 4);
    site.answerWith(() => answer(202));
    const opened = await worker.deliveries.resend('42:create');
    assert.deepEqual([opened.st, opened.n, opened.nBefore], ['open', 4, 4]);
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
    const { st, n } = await worker.deliveries.view('42:create');
    assert.deepEqual([st, n], ['delivered', 5]);
  });
});

describe('401', () => {
  const notices = (count: number, from = 1) =>
    Array.from({ length: count }, (_, index) => [from + index, 'create'] as const);

  it('once does not stop the other notices, and a success ends the row', async () => {
    const { worker, clock, site, put } = await begin();
    const refused = new Set(['1:create', '2:create', '4:create', '5:create']);
    site.answerWith(({ delivery }) => answer(refused.has(delivery) ? 401 : 202));
    worker.dispatcher.start();
    for (const notice of notices(6)) {
      await put(acme, [notice]);
      worker.dispatcher.nudge(acme);
      await clock.advance(100);
    }
    assert.equal(site.received.length, 6);
    assert.equal((await worker.partners.view(acme)).paused, null);
    assert.deepEqual(await worker.deliveries.counts(acme), {
      open: 0,
      delivered: 2,
      refused: 0,
      unauthorised: 4,
      abandoned: 0,
      skipped: 0,
    });
  });

  it('three times in a row pauses the endpoint; resume sends what waited and, if asked, what was refused', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(() => answer(401));
    worker.dispatcher.start();
    for (const notice of notices(3)) {
      await put(acme, [notice]);
      worker.dispatcher.nudge(acme);
      await clock.advance(100);
    }
    assert.equal((await worker.partners.view(acme)).paused, 'unauthorised');
    await put(acme, notices(5, 10));
    await clock.advance(60_000);
    assert.equal(site.received.length, 3);

    site.answerWith(() => answer(202));
    await worker.partners.save(partnerInput({ auth_header_value: 'secret-2' }));
    const resumed = await worker.partners.resume(acme, { resendRefused: false });
    assert.deepEqual([resumed.paused, resumed.unauthorisedInRow], [null, 0]);
    worker.dispatcher.nudge(acme);
    await clock.advance(3_000);
    assert.deepEqual(
      site.received.slice(3).map(({ delivery, request }) => [delivery, request.headers['X-Partner-Key']]),
      [10, 11, 12, 13, 14].map((id) => [`${id}:create`, 'secret-2']),
    );

    await worker.partners.resume(acme, { resendRefused: true });
    worker.dispatcher.nudge(acme);
    await clock.advance(3_000);
    const { delivered, unauthorised } = await worker.deliveries.counts(acme);
    assert.deepEqual([delivered, unauthorised], [8, 0]);
  });

  it('that come late for an older header do not pause a resumed endpoint', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(async () => {
      await clock.sleep(5_000);
      return answer(401);
    });
    await put(acme, notices(4));
    worker.dispatcher.start();
    await clock.advance(1_000);
    assert.equal(site.received.length, 4);
    await worker.partners.save(partnerInput({ auth_header_value: 'secret-2' }));
    await clock.advance(10_000);
    const { paused, unauthorisedInRow } = await worker.partners.view(acme);
    assert.deepEqual([paused, unauthorisedInRow], [null, 0]);
    assert.equal((await worker.deliveries.counts(acme)).unauthorised, 4);
  });
});

describe('a cancel notice', () => {
  it('waits for its create notice', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(({ delivery, attempt }) => answer(delivery === '42:create' && attempt < 3 ? 404 : 202));
    await put(acme, [
      [42, 'create'],
      [42, 'cancel'],
      [43, 'create'],
    ]);
    worker.dispatcher.start();
    await clock.advance(60_000);
    assert.deepEqual(
      site.received.map(({ delivery, attempt }) => `${delivery} ${attempt}`),
      ['42:create 1', '43:create 1', '42:create 2', '42:create 3', '42:cancel 1'],
    );
    assert.equal((await worker.deliveries.view('42:cancel')).n, 1);
  });

  it('follows a create that is still on its way within about a second of its answer', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(async ({ kind }) => {
      if (kind === 'create') await clock.sleep(3_000);
      return answer(202);
    });
    const start = clock.now();
    await put(acme, [
      [42, 'create'],
      [42, 'cancel'],
    ]);
    worker.dispatcher.start();
    await clock.advance(10_000);
    const sentAt = (site.received[1]?.at ?? 0) - start;
    assert.ok(sentAt >= 3_000 && sentAt <= 4_200, `sent after ${sentAt} ms`);
  });

  const freeing: readonly OutboundOutcome[] = [answer(400), answer(401)];
  for (const outcome of freeing) {
    it(`is sent when its create has ended without success (${outcome.kind === 'answered' && outcome.status})`, async () => {
      const { worker, clock, site, put } = await begin();
      site.answerWith(({ kind }) => (kind === 'create' ? outcome : answer(202)));
      await put(acme, [
        [42, 'create'],
        [42, 'cancel'],
      ]);
      worker.dispatcher.start();
      await clock.advance(5_000);
      assert.equal((await worker.deliveries.view('42:cancel')).st, 'delivered');
    });
  }

  it('waits no longer than a day for a create that is still retried', async () => {
    const { worker, clock, site, put } = await begin({ settings: rarePasses });
    site.answerWith(({ kind }) => answer(kind === 'create' ? 500 : 202));
    const start = clock.now();
    await put(acme, [
      [42, 'create'],
      [42, 'cancel'],
    ]);
    worker.dispatcher.start();
    await clock.advance(30 * hour);
    const cancels = site.received
      .filter(({ kind }) => kind === 'cancel')
      .map(({ at }) => (at - start) / hour);
    assert.equal(cancels.length, 1);
    assert.ok(Number(cancels[0]) >= 24 && Number(cancels[0]) <= 25.1, `after ${cancels[0]} hours`);
  });

  it('is sent at once to a partner that takes no create notices', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save(partnerInput({ create_booking_endpoint: '' }));
    await put(acme, [[42, 'cancel']]);
    worker.dispatcher.start();
    await clock.advance(100);
    assert.equal(site.received.length, 1);
  });
});

describe('stop', () => {
  it('lets what is on its way finish, and lets the rest go at once', async () => {
    const { worker, world, clock, site, put } = await begin();
    site.answerWith(async () => {
      await clock.sleep(5_000);
      return answer(202);
    });
    await put(
      acme,
      Array.from({ length: 20 }, (_, index) => [index + 1, 'create'] as const),
    );
    worker.dispatcher.start();
    await clock.advance(1_000);
    let isStopped = false;
    const stopped = worker.dispatcher.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(100);
    assert.equal(isStopped, false);
    const documents = await world.database
      .collection(deliveryCollection)
      .find({ partner: acme, st: 'open' })
      .toArray();
    assert.deepEqual(
      documents.map(({ tok, n, due }) => [(tok ?? null) !== null, n, due > clock.now()]).sort(),
      [...Array(16).fill([false, 0, false]), ...Array(4).fill([true, 1, true])],
    );
    await clock.advance(4_000);
    await stopped;
    const { open, delivered } = await worker.deliveries.counts(acme);
    assert.deepEqual([site.received.length, open, delivered], [4, 16, 4]);
  });
});

describe('several workers on one database', () => {
  it('send each notice once', async () => {
    const { world, worker, clock, site, put } = await begin();
    const others = [world.openWorker(), world.openWorker()];
    opened[0]?.workers.push(...others);
    site.answerWith(async () => {
      await clock.sleep(50);
      return answer(202);
    });
    await put(
      acme,
      Array.from({ length: 300 }, (_, index) => [index + 1, 'create'] as const),
    );
    for (const each of [worker, ...others]) each.dispatcher.start();
    await clock.advance(20_000);
    assert.equal(site.received.length, 300);
    assert.equal(new Set(site.received.map(({ delivery }) => delivery)).size, 300);
    assert.equal((await worker.deliveries.counts(acme)).delivered, 300);
  });

  it('take over after the lease, and the late one cannot overwrite', async () => {
    const { world, worker, clock, site, put } = await begin();
    let answerLate: (outcome: OutboundOutcome) => void = () => undefined;
    const late = world.openWorker({
      post: () =>
        new Promise((resolve) => {
          answerLate = resolve;
        }),
    });
    opened[0]?.workers.push(late);
    await put(acme, [[42, 'create']]);
    late.dispatcher.start();
    await clock.advance(100);
    // It claims no more, but what it has sent is still on its way.
    void late.dispatcher.stop();
    worker.dispatcher.start();
    await clock.advance(29_000);
    assert.equal(site.received.length, 0);
    await clock.advance(3_000);
    assert.equal(site.received.length, 1);
    const before = await worker.deliveries.view('42:create');
    assert.equal(before.st, 'delivered');
    answerLate(answer(500));
    await clock.advance(3_000);
    assert.deepEqual(await worker.deliveries.view('42:create'), before);
    const attempts = await worker.deliveries.attempts('42:create');
    assert.deepEqual(
      attempts.map(({ n, status }) => [n, status]),
      [
        [1, 500],
        [2, 202],
      ],
    );
  });

  it('do not send on a lease that an exchange would outlive', async () => {
    const { worker, clock, site, put } = await begin();
    let isFirst = true;
    // The machine sleeps between claim and send: as if the first exchange had taken all of the others' lease.
    site.answerWith(() => {
      if (isFirst) clock.jump(20_000);
      isFirst = false;
      return answer(202);
    });
    await worker.partners.save(partnerInput({ concurrency: 1 }));
    await put(acme, [
      [1, 'create'],
      [2, 'create'],
    ]);
    worker.dispatcher.start();
    await clock.advance(100);
    assert.equal(site.received.length, 1);
    await clock.advance(5_000);
    assert.deepEqual(
      site.received.map(({ delivery, attempt }) => `${delivery} ${attempt}`),
      ['1:create 1', '2:create 1'],
    );
  });
});

describe('the database’s clock', () => {
  it('is asked for before anything is claimed, and an unknown one stops claiming', async () => {
    let isKnown = false;
    const world = await openWorld();
    const worker = world.openWorker({
      serverNow: async () => {
        if (!isKnown) throw new Error('no answer');
        return world.clock.now() + 5_000;
      },
    });
    opened.push({ world, workers: [worker] });
    await worker.partners.save(partnerInput());
    await world.put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await world.clock.advance(30_000);
    assert.equal(world.site.received.length, 0);
    isKnown = true;
    await world.clock.advance(3_000);
    assert.equal(world.site.received.length, 1);
    const { due } = await worker.deliveries.view('42:create');
    assert.equal(due, (world.site.received[0]?.at ?? 0) + 5_000);
  });
});

/** The counts must not depend on it, so the short run is as good a proof. */
const waiting = process.env['PARKING_TEST_LONG'] === undefined ? 5_000 : 100_000;

describe(`a dead partner with ${waiting} notices waiting`, () => {
  it('costs the others no call on the store and no time', async () => {
    const { worker, clock, site, world } = await begin();
    const dead = partnerId('dead');
    await worker.partners.save(partnerInput({ id: 'dead', name: 'Dead' }));
    for (let first = 0; first < waiting; first += 1_000) {
      await world.put(
        dead,
        Array.from({ length: 1_000 }, (_, index) => [first + index, 'create'] as const),
      );
    }
    await worker.partners.pause(dead, 'by hand');
    worker.dispatcher.start();
    await clock.advance(2_500);
    const before = worker.calls.length;
    await clock.advance(20_000);
    const perPass = (worker.calls.length - before) / 10;
    assert.ok(perPass <= 2, `${perPass} calls in a pass`);

    await worker.partners.resume(dead, { resendRefused: false });
    site.answerWith(async ({ delivery }) => {
      if (delivery === '999999:create') return answer(202);
      await clock.sleep(10_000);
      return failed('timeout');
    });
    await clock.advance(30_000);
    const start = clock.now();
    const callsBefore = worker.calls.length;
    await world.put(acme, [[999_999, 'create']]);
    worker.dispatcher.nudge(acme);
    await clock.settle();
    const sent = site.received.find(({ delivery }) => delivery === '999999:create');
    assert.equal(sent?.at, start);
    assert.ok(worker.calls.length - callsBefore <= 6, `${worker.calls.length - callsBefore} calls`);
  });
});
