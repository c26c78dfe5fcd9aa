import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { booking } from '../booking-builder.js';
import { answer } from '../partner-site.js';
import { beginIn, endAll } from '../running.js';
import { acme, openWorld } from '../world.js';
import { keepLogLines } from './log-lines.js';
import { allDelivered, operatorsViewOf } from './operators-view.js';

afterEach(endAll);

const day = 86_400_000;
const minute = 60_000;

interface Row {
  readonly name: string;
  /** Of this worker's clock, and of the database's. */
  readonly ownMs?: number;
  readonly serverMs?: number;
  /** The leap is taken back after this. */
  readonly backAfterMs?: number;
  /** Seconds of real time, from the start, at which each notice arrives. */
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly third: readonly number[];
}

const steady = { first: [0, 5], second: [1, 9], third: [4] };

const rows: readonly Row[] = [
  { name: 'nothing leaps', ...steady },
  { name: 'this worker’s clock leaps a day ahead', ownMs: day, ...steady },
  { name: 'this worker’s clock leaps a day back', ownMs: -day, ...steady },
  { name: 'this worker’s clock leaps 40 s ahead', ownMs: 40_000, ...steady },
  { name: 'this worker’s clock leaps 40 s back', ownMs: -40_000, ...steady },
  { name: 'this worker’s clock leaps ahead and is set right', ownMs: day, backAfterMs: 3_000, ...steady },
  { name: 'this worker’s clock leaps back and is set right', ownMs: -day, backAfterMs: 3_000, ...steady },
  { name: 'the database’s clock leaps a day ahead', serverMs: day, ...steady },
  { name: 'the database’s clock leaps a day back', serverMs: -day, ...steady },
];

describe('a clock leaps', () => {
  for (const row of rows) {
    it(`${row.name}: every notice comes when it should, and once`, async () => {
      const world = await openWorld();
      const start = world.clock.now();
      const skew = { own: 0, server: 0 };
      const { worker, site, clock } = await beginIn(world, {
        clock: { ...world.clock, now: () => world.clock.now() + skew.own },
        serverNow: async () => world.clock.now() + skew.server,
      });
      site.answerWith(async ({ attempt, delivery }) => {
        if (delivery === '2:create' && attempt === 1) await clock.sleep(3_000);
        return attempt === 1 && delivery !== '3:create' ? answer(404) : answer(202);
      });
      worker.pump.start();
      worker.dispatcher.start();
      await world.book(booking(1));
      await clock.advance(1_000);
      await world.book(booking(2));
      worker.pump.nudge();
      await clock.advance(1_000);
      skew.own += row.ownMs ?? 0;
      skew.server += row.serverMs ?? 0;
      await clock.advance(2_000);
      // Committed by a process whose clock is wrong, too.
      await world.book(booking(3, { outAt: start + skew.own + day }));
      worker.pump.nudge();
      await clock.advance(1_000);
      if (row.backAfterMs !== undefined) Object.assign(skew, { own: 0, server: 0 });
      await clock.advance(3 * minute);
      await worker.pump.stop();
      const arrivals = (id: string) =>
        site.received
          .filter(({ delivery }) => delivery === id)
          .map(({ at }) => Math.floor((at - start) / 1_000));
      const { first, second, third } = row;
      assert.deepEqual(
        [arrivals('1:create'), arrivals('2:create'), arrivals('3:create')],
        [first, second, third],
      );
      assert.deepEqual(await operatorsViewOf(world), allDelivered(3));
    });
  }
});

describe('the database’s clock was a day ahead for a while', () => {
  it('puts no notice off for longer than a minute after it was set right', async () => {
    const world = await openWorld();
    let ahead = 0;
    const { lines, forget, logger } = keepLogLines();
    const { worker, site, clock } = await beginIn(world, {
      serverNow: async () => world.clock.now() + ahead,
      logger,
    });
    forget();
    let isWell = false;
    site.answerWith(() => answer(isWell ? 202 : 404));
    await world.put(acme, [[1, 'create']]);
    worker.dispatcher.start();
    ahead = day;
    await clock.advance(12 * minute);
    const { due } = await worker.deliveries.view('1:create');
    assert.ok(due > clock.now() + day - minute);
    assert.deepEqual(await operatorsViewOf(world), [
      "1 open, waits for schedule: The partner's last answer was 404; it is sent again at T.",
      'acme live: nothing to do',
    ]);
    ahead = 0;
    isWell = true;
    await clock.advance(3 * minute);
    assert.deepEqual(await operatorsViewOf(world), allDelivered(1));
    assert.deepEqual(lines, ['notices were put off by a wrong clock: they are due now']);
  });
});

describe('the machine sleeps', () => {
  it('an hour with a notice on its way: another worker sends it, the late answer changes nothing', async () => {
    const world = await openWorld();
    const { worker, openAnother, site, clock } = await beginIn(world);
    const sleeper = openAnother({
      post: async (request) => {
        const outcome = await site.post(request);
        await clock.sleep(2_000);
        return outcome;
      },
    });
    await world.put(acme, [[1, 'create']]);
    sleeper.dispatcher.start();
    await clock.advance(1_000);
    clock.jump(60 * minute);
    worker.dispatcher.start();
    await clock.advance(minute);
    const attempts = await worker.deliveries.attempts('1:create');
    assert.deepEqual(
      attempts.map(({ n, reason }) => [n, reason]),
      [
        [1, 'accepted'],
        [2, 'accepted'],
      ],
    );
    assert.equal(site.received.length, 2);
    assert.deepEqual(await operatorsViewOf(world), allDelivered(1));
  });
});
