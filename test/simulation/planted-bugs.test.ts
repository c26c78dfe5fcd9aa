import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { huntFor } from './hunt.js';
import { isElsewhere } from './is-elsewhere.js';
import { plantedBugs } from './planted-bugs.js';

/** Many times what each took when it was planted: a schedule that changes moves the seed, not by that much. */
const seedsAtMost = 1_000;

describe('the simulation finds', { skip: isElsewhere }, () => {
  for (const bug of plantedBugs) {
    it(bug.name, async (context) => {
      const { seeds, faults } = await huntFor(bug, seedsAtMost);
      assert.ok(seeds !== undefined, `not found within ${seedsAtMost} seeds`);
      context.diagnostic(`found by seed ${seeds}: ${faults[0]}`);
    });
  }
});
