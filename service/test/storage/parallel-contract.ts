import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Stage } from './stage.js';

/** Part of the contract: see documents-contract.ts. */
export const describeParallel = (stage: Stage): void => {
  describe('64 callers at once', () => {
    it('lets exactly one of them win each version by compare-and-set', async (t) => {
      const versions = 20;
      const wins: number[] = [];
      const caller = async (): Promise<void> => {
        for (;;) {
          const count = (await stage.things.findOne({ _id: 'contended' }))?.count ?? 0;
          if (count >= versions) return;
          const won = await stage.things.updateOne(
            { _id: 'contended', count },
            { $set: { count: count + 1 } },
          );
          if (won.matchedCount === 1) wins.push(count);
        }
      };
      await stage.things.insertOne({ _id: 'contended', count: 0 });
      await Promise.all(Array.from({ length: 64 }, caller));
      if (!stage.database.isAtomic) {
        t.diagnostic(`not verified on ${stage.database.server}: ${wins.length} wins of ${versions} versions`);
        return;
      }
      assert.deepEqual(
        wins.toSorted((a, b) => a - b),
        [...Array(versions).keys()],
      );
    });

    it('loses no increment', async (t) => {
      await stage.things.insertOne({ _id: 'counter', count: 0 });
      const increment = () =>
        stage.things.findOneAndUpdate(
          { _id: 'counter' },
          { $inc: { count: 1 } },
          { returnDocument: 'after' },
        );
      const seen = await Promise.all(Array.from({ length: 64 }, increment));
      const counts = new Set(seen.map((thing) => thing?.count));
      if (!stage.database.isAtomic) {
        t.diagnostic(`not verified on ${stage.database.server}: ${counts.size} different numbers of 64`);
        return;
      }
      assert.equal(counts.size, 64);
    });

    it('lets one of them insert an _id', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 64 }, (_, count) => stage.things.insertOne({ _id: 'once', count })),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    });
  });
};
