import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import type { OldHeaderUsed } from '../../../src/webhooks/dispatch/dispatch-events.js';
import { answer, timeout } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, creates, type WorkerOptions } from '../world.js';

afterEach(endAll);

const overlapMs = 300_000;
/** A partner that takes the values given; its header has just been rotated from secret-1 to secret-2. */
const beginRotated = async (taken: readonly string[], options: WorkerOptions = {}) => {
  const stage = await begin(options);
  const { worker, site, clock, put } = stage;
  const takes = new Set(taken);
  const headers = (): readonly (string | undefined)[] =>
    site.received.map(({ request }) => request.headers['X-Partner-Key']);
  site.answerWith(({ request }) => answer(takes.has(request.headers['X-Partner-Key'] ?? '') ? 202 : 401));
  await worker.partners.rotate(acme, 'secret-2', overlapMs);
  worker.dispatcher.start();
  const send = async (id: number): Promise<void> => {
    await put(acme, creates(1, id));
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
  };
  const previous = async () => (await worker.partners.view(acme)).endpoint?.previous;
  return { ...stage, takes, headers, send, previous };
};

describe('a notice while two header values are alive', () => {
  it('goes with the new one, and with the old one at once where that is refused', async () => {
    const { worker, clock, send, headers, previous } = await beginRotated(['secret-1']);
    const before = clock.now();
    await send(101);
    assert.deepEqual(headers(), ['secret-2', 'secret-1']);
    const [attempt, ...more] = await worker.deliveries.attempts('101:create');
    assert.deepEqual([attempt?.reason, attempt?.header, attempt?.n, more], ['accepted', 'previous', 1, []]);
    assert.equal((await worker.deliveries.view('101:create')).st, 'delivered');
    assert.deepEqual([(await previous())?.uses, (await previous())?.lastUsedAt], [1, before]);
    assert.equal((await worker.partners.view(acme)).unauthorisedInRow, 0);
  });

  it('goes with the old one first for a minute after it was needed, then with the new one again', async () => {
    const { clock, send, headers, previous } = await beginRotated(['secret-1']);
    for (const id of [101, 102, 103]) await send(id);
    assert.deepEqual(headers(), ['secret-2', 'secret-1', 'secret-1', 'secret-1']);
    await clock.advance(61_000);
    await send(104);
    assert.deepEqual(headers().slice(4), ['secret-2', 'secret-1']);
    assert.equal((await previous())?.uses, 4);
  });

  it('goes with the new one as soon as the partner has switched, and counts no use of the old one', async () => {
    const { worker, send, takes, headers, previous } = await beginRotated(['secret-1']);
    await send(101);
    takes.clear();
    takes.add('secret-2');
    await send(102);
    await send(103);
    assert.deepEqual(headers().slice(2), ['secret-1', 'secret-2', 'secret-2']);
    assert.equal((await previous())?.uses, 1);
    const [attempt] = await worker.deliveries.attempts('102:create');
    assert.deepEqual([attempt?.reason, attempt?.header], ['accepted', undefined]);
  });

  it('tells whoever watches of each use of the old one', async () => {
    const used: OldHeaderUsed[] = [];
    const { send } = await beginRotated(['secret-1'], { events: { onOldHeader: (use) => used.push(use) } });
    await send(101);
    await send(102);
    assert.deepEqual(
      used.map(({ partner, delivery }) => [partner, delivery]),
      [
        ['acme', '101:create'],
        ['acme', '102:create'],
      ],
    );
  });

  it('is unauthorised when both are refused, the first of them twice, and counts as one 401', async () => {
    const { worker, send, headers, previous } = await beginRotated([]);
    await send(101);
    await send(102);
    const once = ['secret-2', 'secret-1', 'secret-2'];
    assert.deepEqual(headers(), [...once, ...once]);
    assert.equal((await worker.deliveries.counts(acme)).unauthorised, 2);
    assert.equal((await worker.deliveries.attempts('101:create')).length, 1);
    const { unauthorisedInRow, paused } = await worker.partners.view(acme);
    assert.deepEqual([unauthorisedInRow, paused, (await previous())?.uses], [2, null, 0]);
    await send(103);
    assert.equal((await worker.partners.view(acme)).paused, 'unauthorised');
  });

  it('is tried with the old one only as long as that is alive', async () => {
    const { worker, clock, send, headers } = await beginRotated(['secret-1']);
    await clock.advance(overlapMs);
    await send(101);
    assert.deepEqual(headers(), ['secret-2']);
    assert.equal((await worker.deliveries.view('101:create')).st, 'unauthorised');
  });

  it('is not sent with an old value that the operator ended while the first answer was on its way', async () => {
    const { worker, clock, site, put, headers } = await beginRotated([]);
    site.answerWith(async () => {
      await clock.sleep(3_000);
      return answer(401);
    });
    await put(acme, creates(1, 101));
    worker.dispatcher.nudge(acme);
    await clock.advance(1_000);
    await worker.partners.revokePrevious(acme);
    await clock.advance(5_000);
    assert.deepEqual(headers(), ['secret-2', 'secret-2']);
    await clock.advance(2_000);
    const { unauthorisedInRow, paused } = await worker.partners.view(acme);
    assert.deepEqual([unauthorisedInRow, paused], [1, null]);
    assert.equal(headers().length, 2);
  });

  it('waits for another claim where the lease has no room for a second exchange, and then goes with the old one first', async () => {
    const settings = { leaseMs: 18_000 };
    const { worker, clock, site, put, headers } = await beginRotated([], { settings });
    site.answerWith(async ({ request }) => {
      if (request.headers['X-Partner-Key'] === 'secret-1') return answer(202);
      await clock.sleep(9_000);
      return answer(401);
    });
    await put(acme, creates(1, 101));
    worker.dispatcher.nudge(acme);
    await clock.advance(9_100);
    assert.deepEqual(headers(), ['secret-2']);
    const { st, n } = await worker.deliveries.view('101:create');
    assert.deepEqual([st, n, (await worker.partners.view(acme)).unauthorisedInRow], ['open', 1, 0]);
    await clock.advance(6_000);
    assert.deepEqual(headers(), ['secret-2', 'secret-1']);
    const attempts = await worker.deliveries.attempts('101:create');
    assert.deepEqual(
      attempts.map(({ status, header }) => [status, header]),
      [
        [401, undefined],
        [202, 'previous'],
      ],
    );
  });

  it('is decided by the second answer: what is not a 401 is not held against the header', async () => {
    const { worker, clock, site, put, previous } = await beginRotated([]);
    const outcomes: readonly OutboundOutcome[] = [answer(404), timeout];
    for (const [index, outcome] of outcomes.entries()) {
      site.answerWith(({ request }) =>
        request.headers['X-Partner-Key'] === 'secret-1' ? outcome : answer(401),
      );
      await put(acme, creates(1, 101 + index));
      worker.dispatcher.nudge(acme);
      await clock.advance(100);
      assert.equal((await worker.deliveries.view(`${101 + index}:create`)).st, 'open');
    }
    assert.equal((await worker.partners.view(acme)).unauthorisedInRow, 0);
    assert.equal((await previous())?.uses, 0);
  });

  it('leaves no trace of either value in what is kept', async () => {
    const { worker, clock, site, put } = await beginRotated([]);
    site.answerWith(({ request }) =>
      answer(request.headers['X-Partner-Key'] === 'secret-1' ? 202 : 401, 'got secret-1 after secret-2'),
    );
    await put(acme, creates(1, 101));
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
    const [attempt] = await worker.deliveries.attempts('101:create');
    assert.equal(attempt?.bodyExcerpt, 'got [secret] after [secret]');
  });
});
