import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unlessTaken } from '../../src/base/unless-taken.js';

const failing = (error: Error) => (): Promise<never> => Promise.reject(error);

describe('a write unless its id is taken', () => {
  it('says that it went through', async () => {
    assert.equal(await unlessTaken(async () => undefined), true);
  });

  it('says that the id is taken', async () => {
    const taken = Object.assign(new Error('E11000 duplicate key'), { code: 11_000 });
    assert.equal(await unlessTaken(failing(taken)), false);
  });

  it('rejects where the store is broken: that is no answer', async () => {
    await assert.rejects(unlessTaken(failing(new Error('away'))), { message: 'away' });
    const other = Object.assign(new Error('not the primary'), { code: 10_107 });
    await assert.rejects(unlessTaken(failing(other)), { message: 'not the primary' });
  });
});
