import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestDatabase } from './open-test-database.js';
import { describeParallel } from './parallel-contract.js';
import { describeReading } from './reading-contract.js';
import { setStage } from './stage.js';
import { describeWriting } from './writing-contract.js';

/** What every engine must do, seen through the port alone. */
export const describeDocuments = (engine: string, open: () => Promise<TestDatabase>): void => {
  describe(`documents on ${engine}`, () => {
    const stage = setStage(open);
    describeReading(stage);
    describeWriting(stage);
    describeParallel(stage);

    it("tells the server's time and answers a ping", async () => {
      assert.ok(Number.isSafeInteger(await stage.database.serverNow()));
      await stage.database.ping();
    });

    it('makes its indexes again without complaint', async () => {
      await stage.database.ensureIndexes();
      await stage.database.ensureIndexes();
    });
  });
};
