import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { createClaimTurns } from '../../../src/webhooks/dispatch/claim-turns.js';
import { createFakeClock } from '../../support/fake-clock.js';
import { answer } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, partnerInput, savePartner } from '../world.js';

afterEach(endAll);

const dead = 199;
const noticesEach = 5;
const timeout: OutboundOutcome = { kind: 'failed', reason: 'timeout', detail: '', durationMs: 10_000 };

describe('one healthy partner among 199 that hang', () => {
  it('is told at its own pace', async () => {
    const { world, worker, clock, site, put } = await begin();
    for (let count = 0; count < dead; count += 1) {
      const id = `dead-${count}`;
      await savePartner(worker, partnerInput({ id, base_api_url: `https://${id}.example` }));
      await put(
        partnerId(id),
        Array.from({ length: noticesEach }, (_, index) => [1_000 + count * 10 + index, 'create'] as const),
      );
    }
    site.answerWith(async ({ request }) => {
      if (request.url.startsWith('https://partner.example')) {
        await clock.sleep(20);
        return answer(202);
      }
      await clock.sleep(10_000);
      return timeout;
    });
    worker.dispatcher.start();
    await clock.advance(100);
    const waits: number[] = [];
    for (let id = 1; id <= 60; id += 1) {
      const start = clock.now();
      await put(acme, [[id, 'create']]);
      worker.dispatcher.nudge(acme);
      await clock.advance(500);
      const sent = site.received.find(({ delivery }) => delivery === `${id}:create`);
      waits.push((sent?.at ?? Number.POSITIVE_INFINITY) - start);
    }
    assert.deepEqual(new Set(waits), new Set([0]));
    assert.ok(new Set(site.received.map(({ request }) => request.url)).size === dead + 1);
    assert.equal((await world.openWorker().deliveries.counts(acme)).open, 0);
  });
});

describe('turns to claim', () => {
  const begun = () => {
    const clock = createFakeClock();
    const turns = createClaimTurns({ atOnce: 2, patienceMs: 250, clock });
    const order: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string, isUrgent = false): void =>
      turns.ask(() => {
        order.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      }, isUrgent);
    return { clock, order, ask, end: (name: string) => ends.get(name)?.() };
  };

  it('are a few at a time, those that somebody waits for first', async () => {
    const { clock, order, ask, end } = begun();
    for (const name of ['a', 'b', 'c']) ask(name);
    ask('d', true);
    assert.deepEqual(order, ['a', 'b']);
    end('a');
    await clock.settle();
    assert.deepEqual(order, ['a', 'b', 'd']);
    end('b');
    await clock.settle();
    assert.deepEqual(order, ['a', 'b', 'd', 'c']);
  });

  it('pass on from claims that hang, and count each of them once', async () => {
    const { clock, order, ask, end } = begun();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask(name);
    await clock.advance(249);
    assert.deepEqual(order, ['a', 'b']);
    await clock.advance(1);
    assert.deepEqual(order, ['a', 'b', 'c', 'd']);
    end('a');
    await clock.settle();
    assert.deepEqual(order, ['a', 'b', 'c', 'd']);
    end('c');
    await clock.settle();
    assert.deepEqual(order, ['a', 'b', 'c', 'd', 'e']);
  });
});
