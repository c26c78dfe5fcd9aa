import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sideBySide } from '../../src/base/side-by-side.js';

describe('sideBySide', () => {
  it('keeps the order of the items, whichever ends first', async () => {
    const late = async (turns: number): Promise<number> => {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      return turns;
    };
    assert.deepEqual(await sideBySide([9, 0, 4, 1], 3, late), [9, 0, 4, 1]);
    assert.deepEqual(await sideBySide([], 3, late), []);
  });

  it('has as many under way as it may, and no more', async () => {
    let underWay = 0;
    let most = 0;
    await sideBySide(Array.from({ length: 20 }), 3, async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await setImmediate();
      underWay -= 1;
    });
    assert.equal(most, 3);
  });

  it('rejects with what went wrong with one of them', async () => {
    const broken = async (item: number): Promise<number> => {
      if (item === 2) throw new Error('the second');
      return item;
    };
    await assert.rejects(sideBySide([1, 2, 3], 2, broken), /the second/);
  });
});
