import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answer, type Received } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, partnerInput, savePartner, type Worker, type WorkerOptions } from '../world.js';

afterEach(endAll);

const overlapMs = 300_000;
const headerOf = ({ request }: Received): string => request.headers['X-Partner-Key'] ?? '';
const stateOf = async ({ deliveries }: Worker, id = '101:create') => (await deliveries.view(id)).st;

/** Two workers; the first has looked at the partner just now, and the second is where operators ask. */
const beginTwo = async (options: WorkerOptions = {}) => {
  const stage = await begin(options);
  const { worker, clock, site, put, openAnother } = stage;
  const desk = openAnother();
  worker.dispatcher.start();
  await clock.advance(100);
  const send = async (): Promise<void> => {
    await put(acme, [[101, 'create']]);
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
  };
  const headers = (): readonly string[] => site.received.map(headerOf);
  return { ...stage, desk, send, headers };
};

describe('a notice whose partner switches while it is being sent', () => {
  it('is tried once more with the first value where the switch fell between two refusals', async () => {
    const { worker, site, desk, clock, send, headers } = await beginTwo();
    await desk.partners.rotate(acme, 'secret-2', overlapMs);
    await clock.advance(2_100);
    let takes = 'secret-1';
    site.answerWith((received) => {
      const isTaken = headerOf(received) === takes;
      // By the time that the old value comes, the partner knows the new one alone.
      takes = 'secret-2';
      return answer(isTaken ? 202 : 401);
    });
    await send();
    assert.deepEqual(headers(), ['secret-2', 'secret-1', 'secret-2']);
    assert.equal(await stateOf(worker), 'delivered');
    const [attempt, ...more] = await worker.deliveries.attempts('101:create');
    assert.deepEqual([attempt?.reason, attempt?.header, attempt?.n, more], ['accepted', undefined, 1, []]);
    assert.equal((await worker.partners.view(acme)).unauthorisedInRow, 0);
  });

  it('goes back due at once where the lease has no room for that, and is then sent with that value first', async () => {
    const { worker, clock, site, desk, put, headers } = await beginTwo({ settings: { leaseMs: 25_000 } });
    await desk.partners.rotate(acme, 'secret-2', overlapMs);
    await clock.advance(2_100);
    let takes = 'secret-1';
    site.answerWith(async (received) => {
      const isTaken = headerOf(received) === takes;
      takes = 'secret-2';
      if (!isTaken) await clock.sleep(6_000);
      return answer(isTaken ? 202 : 401);
    });
    await put(acme, [[101, 'create']]);
    worker.dispatcher.nudge(acme);
    await clock.advance(12_100);
    const { st, n, due } = await worker.deliveries.view('101:create');
    assert.deepEqual([headers(), st, n], [['secret-2', 'secret-1'], 'open', 1]);
    assert.ok(due <= clock.now());
    await clock.advance(2_100);
    assert.deepEqual(headers(), ['secret-2', 'secret-1', 'secret-2']);
    assert.equal(await stateOf(worker), 'delivered');
  });

  it('is tried with the new value that this worker has not heard of yet', async () => {
    const { worker, site, desk, send, headers } = await beginTwo();
    await desk.partners.rotate(acme, 'secret-2', overlapMs);
    site.answerWith((received) => answer(headerOf(received) === 'secret-2' ? 202 : 401));
    await send();
    assert.deepEqual(headers(), ['secret-1', 'secret-2']);
    assert.equal(await stateOf(worker), 'delivered');
    const { unauthorisedInRow } = await worker.partners.view(acme);
    assert.equal(unauthorisedInRow, 0);
  });

  it('is judged by what is stored when its answer comes, however it was sent', async () => {
    const { worker, clock, site, desk, put, headers } = await beginTwo();
    site.answerWith(async (received) => {
      await clock.sleep(3_000);
      return answer(headerOf(received) === 'secret-2' ? 202 : 401);
    });
    await put(acme, [[101, 'create']]);
    worker.dispatcher.nudge(acme);
    await clock.advance(1_000);
    await savePartner(desk, { auth_header_value: 'secret-2' });
    await clock.advance(6_000);
    assert.deepEqual(headers(), ['secret-1', 'secret-2']);
    assert.equal(await stateOf(worker), 'delivered');
  });

  it('goes where the endpoint leads now', async () => {
    const { worker, site, desk, send } = await beginTwo();
    await savePartner(desk, { base_api_url: 'https://elsewhere.example/api' });
    site.answerWith(({ request }) => answer(request.url.startsWith('https://elsewhere.') ? 202 : 401));
    await send();
    assert.deepEqual(
      site.received.map(({ request }) => request.url),
      ['https://partner.example/api/created', 'https://elsewhere.example/api/created'],
    );
    assert.equal(await stateOf(worker), 'delivered');
  });

  it('waits where the endpoint was turned off meanwhile', async () => {
    const { worker, clock, site, desk, send, headers } = await beginTwo();
    await desk.partners.save(partnerInput({ base_api_url: 'https://elsewhere.example/api' }));
    site.answerWith(() => answer(401));
    await send();
    await clock.advance(10_000);
    assert.deepEqual([headers(), await stateOf(worker)], [['secret-1'], 'open']);
    site.answerWith(() => answer(202));
    await desk.partners.override(acme, 'the tests');
    await clock.advance(4_000);
    assert.equal(await stateOf(worker), 'delivered');
  });

  it('is judged later where the partner cannot be read when its 401 comes', async () => {
    let isAway = false;
    const before = async ({ collection, method }: { collection: string; method: string }): Promise<void> => {
      if (isAway && collection === 'partners' && method === 'findOne') throw new Error('away');
    };
    const { worker, clock, site, send } = await beginTwo({ hooks: { before } });
    site.answerWith(() => {
      isAway = true;
      return answer(401);
    });
    await send();
    assert.equal(await stateOf(worker), 'open');
    assert.equal((await worker.deliveries.attempts('101:create')).length, 1);
    isAway = false;
    site.answerWith(() => answer(401));
    await clock.advance(6_000);
    assert.equal(await stateOf(worker), 'unauthorised');
  });
});

describe('a second exchange of a notice', () => {
  it('does not begin while another notice tries the partner', async () => {
    const { worker, clock, site, desk, put, headers } = await beginTwo({ settings: { failuresToOpen: 1 } });
    await desk.partners.rotate(acme, 'secret-2', overlapMs);
    await clock.advance(2_100);
    // The first hangs and is refused in the end; the second opens the breaker; whoever tries then hangs, too.
    site.answerWith(async (received) => {
      if (received.delivery === '102:create' && received.attempt === 1) return answer(500);
      await clock.sleep(9_000);
      return answer(headerOf(received) === 'secret-1' ? 202 : 401);
    });
    await put(acme, [
      [101, 'create'],
      [102, 'create'],
    ]);
    worker.dispatcher.nudge(acme);
    await clock.advance(8_000);
    assert.deepEqual(site.received.map(({ delivery, attempt }) => `${delivery}:${attempt}`).sort(), [
      '101:create:1',
      '102:create:1',
      '102:create:2',
    ]);
    assert.equal((await worker.partners.view(acme)).breaker.st, 'half_open');
    await clock.advance(3_000);
    // 101 was refused by now; its other value waits for the probe.
    assert.deepEqual(headers(), ['secret-2', 'secret-2', 'secret-2']);
    assert.equal(await stateOf(worker), 'open');
    await clock.advance(30_000);
    assert.equal(await stateOf(worker), 'delivered');
    assert.equal(await stateOf(worker, '102:create'), 'delivered');
  });
});
