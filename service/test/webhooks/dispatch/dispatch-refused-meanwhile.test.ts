import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answer } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, creates, partnerInput } from '../world.js';

afterEach(endAll);

/** A partner that lets one header value in, and another process through which operators work. */
const beginGuarded = async (first: string) => {
  const stage = await begin();
  const { worker, site, clock, openAnother } = stage;
  let taken = first;
  site.answerWith(({ request }) => answer(request.headers['X-Partner-Key'] === taken ? 202 : 401));
  worker.dispatcher.start();
  await clock.advance(2_100);
  const take = (value: string): void => {
    taken = value;
  };
  const deliver = async (count: number) => {
    await stage.put(acme, creates(count));
    worker.dispatcher.nudge(acme);
    await clock.advance(60_000);
    const { delivered, unauthorised } = await worker.deliveries.counts(acme);
    return { delivered, unauthorised };
  };
  return { ...stage, take, deliver, desk: openAnother() };
};

describe('a notice refused under a header that was changed meanwhile', () => {
  it('goes again under the new one where the partner switched with the rotation', async () => {
    const { desk, take, deliver } = await beginGuarded('secret-1');
    await desk.partners.rotate(acme, 'secret-2', 300_000);
    take('secret-2');
    assert.deepEqual(await deliver(2), { delivered: 2, unauthorised: 0 });
  });

  it('goes again where the value was set, not rotated', async () => {
    const { desk, take, deliver } = await beginGuarded('secret-1');
    await desk.partners.save(partnerInput({ auth_header_value: 'secret-2' }));
    take('secret-2');
    assert.deepEqual(await deliver(2), { delivered: 2, unauthorised: 0 });
  });

  it('goes again where an operator resumed while it was on its way', async () => {
    const { worker, desk, site, clock, put } = await begin().then((stage) => ({
      ...stage,
      desk: stage.openAnother(),
    }));
    let status = 401;
    site.answerWith(async () => {
      const answered = status;
      await clock.sleep(5_000);
      return answer(answered);
    });
    worker.dispatcher.start();
    await put(acme, creates(1));
    worker.dispatcher.nudge(acme);
    await clock.advance(1_000);
    await desk.partners.resume(acme, { resendRefused: true });
    status = 202;
    await clock.advance(60_000);
    assert.equal((await worker.deliveries.view('1:create')).st, 'delivered');
  });

  it('is refused for good where the header is the same', async () => {
    const { site, deliver } = await beginGuarded('another');
    assert.deepEqual(await deliver(1), { delivered: 0, unauthorised: 1 });
    assert.equal(site.received.length, 1);
  });
});

describe('a row of 401s', () => {
  it('is ended by a success between them, though all were on their way together', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save(partnerInput({ concurrency: 8 }));
    site.answerWith(async ({ delivery }) => {
      const id = Number.parseInt(delivery, 10);
      await clock.sleep(100 * id);
      return answer(id % 2 === 1 ? 401 : 202);
    });
    worker.dispatcher.start();
    await put(acme, creates(8));
    worker.dispatcher.nudge(acme);
    await clock.advance(60_000);
    const { delivered, unauthorised } = await worker.deliveries.counts(acme);
    assert.deepEqual([delivered, unauthorised, (await worker.partners.view(acme)).paused], [4, 4, null]);
  });
});
