import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReadiness } from '../../src/http/readiness.js';
import { createFakeClock } from '../support/fake-clock.js';

/** Something to ask that answers when it is told to. */
const createAsked = () => {
  const waiting: { readonly yes: () => void; readonly no: () => void }[] = [];
  const ping = (): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ yes: resolve, no: () => reject(new Error('away')) });
    });
  return { ping, waiting };
};

describe('readiness', () => {
  it('is what the ping says', async () => {
    const { ping, waiting } = createAsked();
    const isReady = createReadiness({ ping, timer: createFakeClock().timer });
    const first = isReady();
    waiting[0]?.yes();
    assert.equal(await first, true);
    const second = isReady();
    waiting[1]?.no();
    assert.equal(await second, false);
  });

  it('is no after two seconds without an answer, at once while that lasts, and yes again afterwards', async () => {
    const { ping, waiting } = createAsked();
    const clock = createFakeClock();
    const isReady = createReadiness({ ping, timer: clock.timer });
    const hanging = isReady();
    await clock.advance(2_000);
    assert.equal(await hanging, false);
    assert.equal(await isReady(), false);
    assert.equal(waiting.length, 1);
    waiting[0]?.yes();
    await clock.settle();
    const again = isReady();
    waiting[1]?.yes();
    assert.equal(await again, true);
  });

  it('asks one question for all who want to know at once', async () => {
    const { ping, waiting } = createAsked();
    const isReady = createReadiness({ ping, timer: createFakeClock().timer });
    const answers = [isReady(), isReady(), isReady()];
    waiting[0]?.yes();
    assert.deepEqual(await Promise.all(answers), [true, true, true]);
    assert.equal(waiting.length, 1);
  });
});
