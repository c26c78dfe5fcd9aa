import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { mongodbUrl } from '../../storage/open-test-database.js';
import { booking } from '../booking-builder.js';
import { answer } from '../partner-site.js';
import { begin, endAll, hour } from '../running.js';
import { acme, partnerInput } from '../world.js';

afterEach(endAll);

const jumps = [-24 * hour, -hour, -30_000, 30_000, hour];

/** Instants by the clock that nobody sets. */
const sentAt = (stage: Awaited<ReturnType<typeof begin>>) => {
  const { clock, site } = stage;
  const start = clock.elapsed();
  const times: number[] = [];
  const note = (): void => {
    times.push(clock.elapsed() - start);
  };
  return { times, note, site };
};

/** A database server whose clock nobody sets. */
const steadyServer = async () => {
  const stage = await begin();
  const { clock, openAnother } = stage;
  const epoch = clock.now() - clock.elapsed();
  const serverNow = async () => epoch + clock.elapsed();
  return { ...stage, worker: openAnother({ serverNow }), another: () => openAnother({ serverNow }) };
};

describe('a worker whose clock is set', () => {
  for (const byMs of jumps) {
    const name = `by ${byMs / 1_000} s`;

    it(`${name}: sends what waits for another attempt when it is due`, async () => {
      const stage = await steadyServer();
      const { worker, clock, site, put } = stage;
      const { times, note } = sentAt(stage);
      site.answerWith(() => {
        note();
        return answer(404);
      });
      await put(acme, [[42, 'create']]);
      worker.dispatcher.start();
      await clock.advance(1_000);
      clock.set(byMs);
      await clock.advance(80_000);
      assert.deepEqual(times, [0, 5_000, 15_000, 35_000, 75_000]);
    });

    it(`${name}: sends what is booked after it at once`, async () => {
      const { world, worker, clock, site } = await steadyServer();
      worker.dispatcher.start();
      worker.pump.start();
      await clock.advance(1_000);
      clock.set(byMs);
      await world.book(booking(42, { outAt: clock.now() }));
      worker.pump.nudge();
      await clock.advance(2_100);
      await worker.pump.stop();
      assert.equal(site.received.length, 1);
    });

    it(`${name}: keeps what it has claimed from others, and what others have claimed from itself`, async () => {
      const { worker, another, clock, site, put } = await steadyServer();
      const other = another();
      site.answerWith(async () => {
        await clock.sleep(9_000);
        return answer(202);
      });
      await worker.partners.save(partnerInput({ concurrency: 2 }));
      await put(
        acme,
        Array.from({ length: 12 }, (_, index) => [101 + index, 'create'] as const),
      );
      worker.dispatcher.start();
      other.dispatcher.start();
      await clock.advance(3_000);
      clock.set(byMs);
      await clock.advance(120_000);
      assert.equal((await worker.deliveries.counts(acme)).delivered, 12);
      assert.equal(site.received.length, 12);
    });

    it(`${name}: does not spin`, async () => {
      const { worker, clock } = await steadyServer();
      worker.dispatcher.start();
      await clock.advance(5_000);
      const before = worker.calls.length;
      clock.set(byMs);
      await clock.advance(10_000);
      assert.ok(worker.calls.length - before <= 20, `${worker.calls.length - before} calls`);
    });
  }

  const onlyEmbedded = { skip: mongodbUrl !== undefined && 'a server has a clock of its own' };

  it('on the embedded engine: back by an hour, sends what waits when it is due', onlyEmbedded, async () => {
    const stage = await begin();
    const { worker, clock, site, put } = stage;
    const { times, note } = sentAt(stage);
    site.answerWith(() => {
      note();
      return answer(404);
    });
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(1_000);
    clock.set(-hour);
    await clock.advance(80_000);
    assert.deepEqual(times, [0, 5_000, 15_000, 35_000, 75_000]);
  });

  it(
    'on the embedded engine: forward by an hour, sends what has become due, and nothing twice at once',
    onlyEmbedded,
    async () => {
      const { worker, clock, site, put } = await begin();
      let underWay = 0;
      let most = 0;
      site.answerWith(async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await clock.sleep(9_000);
        underWay -= 1;
        return answer(site.received.length > 1 ? 202 : 404);
      });
      await put(acme, [[42, 'create']]);
      worker.dispatcher.start();
      await clock.advance(1_000);
      clock.set(hour);
      await clock.advance(60_000);
      assert.deepEqual([site.received.length, most], [2, 1]);
      assert.equal((await worker.deliveries.view('42:create')).st, 'delivered');
    },
  );
});
