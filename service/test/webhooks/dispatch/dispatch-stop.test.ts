import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { StoreCall } from '../../support/traced-database.js';
import { answer } from '../partner-site.js';
import { begin, endAll, hour } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

/** A running worker whose store stops answering the calls named, at a word. */
const beginWithHanging = async (label: string) => {
  let isHanging = false;
  let hold: () => Promise<void> = async () => undefined;
  const before = async ({ collection, method }: StoreCall): Promise<void> => {
    if (isHanging && `${collection}.${method}` === label) await hold();
  };
  const stage = await begin({ hooks: { before } });
  hold = () => stage.clock.sleep(hour);
  stage.worker.dispatcher.start();
  await stage.clock.advance(100);
  const ended: { afterMs?: number } = {};
  const stop = (): void => {
    const askedAt = stage.clock.now();
    void stage.worker.dispatcher.stop().then(() => {
      ended.afterMs = stage.clock.now() - askedAt;
    });
  };
  const hang = (): void => {
    isHanging = true;
  };
  const claims = (): number => stage.worker.calls.filter(({ method }) => method === 'updateMany').length;
  return { ...stage, stop, hang, ended, claims };
};

describe('a dispatcher that is asked to stop', () => {
  it('claims no more at once, though its look at all partners hangs', async () => {
    const { clock, put, worker, site, hang, stop, claims, ended } = await beginWithHanging('partners.find');
    site.answerWith(async () => {
      await clock.sleep(300);
      return answer(202);
    });
    await put(
      acme,
      Array.from({ length: 60 }, (_, index) => [index + 1, 'create'] as const),
    );
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
    hang();
    await clock.advance(2_500);
    const before = { claims: claims(), sent: site.received.length };
    assert.ok(before.sent < 60);
    stop();
    await clock.advance(14_000);
    assert.deepEqual({ claims: claims(), sent: site.received.length }, before);
    assert.equal((await worker.deliveries.counts(acme)).delivered, before.sent);
    await clock.advance(2_000);
    assert.equal(ended.afterMs, 15_000);
  });

  for (const [what, label] of [
    ['a claim', 'deliveries.find'],
    ['a write of outcomes', 'deliveries.bulkWrite'],
  ] as const)
    it(`stops within 45 s, though ${what} hangs`, async () => {
      const { clock, put, worker, hang, stop, ended } = await beginWithHanging(label);
      hang();
      await put(acme, [[1, 'create']]);
      worker.dispatcher.nudge(acme);
      await clock.advance(1_000);
      stop();
      await clock.advance(45_000);
      assert.ok(ended.afterMs !== undefined && ended.afterMs <= 45_000);
    });
});
