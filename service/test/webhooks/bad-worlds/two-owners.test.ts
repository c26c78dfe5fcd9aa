import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import type { StoreCall } from '../../support/traced-database.js';
import { answer } from '../partner-site.js';
import { beginIn, endAll } from '../running.js';
import { acme, openWorld } from '../world.js';
import { type StepName, stepOf } from './loop-steps.js';
import { allDelivered, operatorsViewOf } from './operators-view.js';

afterEach(endAll);

interface Row {
  /** The stalled worker wakes after its lease, having got just so far. */
  readonly stalls: 'before' | 'after';
  readonly step: StepName;
  /** Attempts that the partner saw, by `n`; the stalled worker's first where it sent at all. */
  readonly seen: readonly number[];
  /** Attempts kept, each with its outcome. */
  readonly kept: readonly string[];
  /** Outcomes of the stalled worker that were refused. */
  readonly refused: number;
}

const rows: readonly Row[] = [
  { stalls: 'after', step: 'due ids found', seen: [1], kept: ['1 202'], refused: 0 },
  { stalls: 'before', step: 'claimed', seen: [1], kept: ['1 202'], refused: 0 },
  { stalls: 'after', step: 'claimed', seen: [2], kept: ['2 202'], refused: 0 },
  { stalls: 'after', step: 'claim read back', seen: [2], kept: ['2 202'], refused: 1 },
  { stalls: 'before', step: 'request on its way', seen: [2, 1], kept: ['1 500', '2 202'], refused: 1 },
  { stalls: 'after', step: 'request arrived', seen: [1, 2], kept: ['1 500', '2 202'], refused: 1 },
  { stalls: 'before', step: 'attempt written', seen: [1, 2], kept: ['1 500', '2 202'], refused: 1 },
  { stalls: 'after', step: 'attempt written', seen: [1, 2], kept: ['1 500', '2 202'], refused: 1 },
  { stalls: 'before', step: 'outcome written', seen: [1, 2], kept: ['1 500', '2 202'], refused: 1 },
  { stalls: 'after', step: 'outcome written', seen: [1, 2], kept: ['1 500', '2 202'], refused: 0 },
];

/** Stands still once, at that place, until it is told to go on. */
const createStall = ({ stalls, step }: Row) => {
  let isUsed = false;
  let wake: () => void = () => undefined;
  const isAwake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const reach = async (reached: StepName | undefined, phase: Row['stalls']): Promise<void> => {
    if (isUsed || reached !== step || phase !== stalls) return;
    isUsed = true;
    await isAwake;
  };
  return {
    wake,
    reach,
    hooks: {
      before: (call: StoreCall) => reach(stepOf(call), 'before'),
      after: (call: StoreCall) => reach(stepOf(call), 'after'),
    },
  };
};

describe('two workers believe that they own a delivery', () => {
  for (const row of rows) {
    it(`one stalls ${row.stalls} "${row.step}" and wakes after its lease: ${row.seen.length} sent, each told apart`, async () => {
      const world = await openWorld();
      const stall = createStall(row);
      let refused = 0;
      const first: OutboundOutcome = answer(500);
      const { worker, openAnother, site, clock } = await beginIn(world);
      const stalled = openAnother({
        hooks: stall.hooks,
        events: {
          onLeaseLost: (count) => {
            refused += count;
          },
        },
        post: async (request) => {
          await stall.reach('request on its way', 'before');
          await site.post(request);
          await stall.reach('request arrived', 'after');
          return first;
        },
      });
      await world.put(acme, [[1, 'create']]);
      stalled.dispatcher.start();
      await clock.advance(1_000);
      // It begins nothing more, as a process that stands still does not.
      void stalled.dispatcher.stop();
      worker.dispatcher.start();
      await clock.advance(40_000);
      const before = await worker.deliveries.view('1:create');
      assert.deepEqual([before.st, before.last], ['delivered', '202']);
      stall.wake();
      await clock.advance(10_000);
      assert.deepEqual(await worker.deliveries.view('1:create'), before);
      assert.deepEqual(
        site.received.map(({ attempt }) => attempt),
        row.seen,
      );
      const attempts = await worker.deliveries.attempts('1:create');
      assert.deepEqual(
        attempts.map(({ n, status }) => `${n} ${status}`),
        row.kept,
      );
      assert.equal(refused, row.refused);
      assert.deepEqual(await operatorsViewOf(world), allDelivered(1));
    });
  }
});
