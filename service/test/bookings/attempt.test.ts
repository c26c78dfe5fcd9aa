import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silentLogger } from '../../src/base/logger.js';
import { type AttemptSteps, createAttempt } from '../../src/bookings/attempt.js';
import { aBooking } from './builders.js';

const draft = { booking: aBooking(), capacity: 1, out: [] };

/** Every step goes well and is written down; the test says which one does not. */
const recordedSteps = (overrides: Partial<AttemptSteps>) => {
  const taken: string[] = [];
  const steps: AttemptSteps = {
    insert: async () => 'inserted',
    hold: async () => 'held',
    commit: async () => true,
    settle: async () => 'gone',
    isVoid: async () => false,
    release: async () => undefined,
    pausesMs: [],
    sleep: async () => undefined,
    logger: silentLogger,
    ...overrides,
  };
  const recorded =
    <Given, Result>(name: string, step: (given: Given) => Promise<Result>) =>
    (given: Given): Promise<Result> => {
      taken.push(name);
      return step(given);
    };
  return {
    taken,
    steps: {
      ...steps,
      insert: recorded('insert', steps.insert),
      hold: recorded('hold', steps.hold),
      commit: recorded('commit', steps.commit),
      settle: recorded('settle', steps.settle),
      release: recorded('release', steps.release),
    },
  };
};

const broken = async (): Promise<never> => {
  throw new Error('the connection broke');
};

describe('an attempt to book', () => {
  it('inserts, holds, commits, in this order', async () => {
    const { steps, taken } = recordedSteps({});
    assert.equal(await createAttempt(steps)(draft), 'booked');
    assert.deepEqual(taken, ['insert', 'hold', 'commit']);
  });

  it('is booked where the answer to a written commit was lost', async () => {
    const { steps, taken } = recordedSteps({ commit: broken, settle: async () => 'booked' });
    assert.equal(await createAttempt(steps)(draft), 'booked');
    assert.deepEqual(taken, ['insert', 'hold', 'commit', 'settle']);
  });

  it('is overtaken where a commit was lost before it was written; its spaces are free at once', async () => {
    const { steps, taken } = recordedSteps({ commit: broken });
    assert.equal(await createAttempt(steps)(draft), 'overtaken');
    assert.equal(taken.at(-1), 'release');
  });

  it('keeps its spaces where nobody can tell whether it is booked', async () => {
    const { steps, taken } = recordedSteps({ commit: broken, settle: broken });
    await assert.rejects(createAttempt(steps)(draft), /the connection broke/);
    assert.ok(!taken.includes('release'));
  });

  it('is void, and its spaces free at once, where holding breaks', async () => {
    const { steps, taken } = recordedSteps({ hold: broken });
    await assert.rejects(createAttempt(steps)(draft), /the connection broke/);
    assert.deepEqual(taken, ['insert', 'hold', 'settle', 'release']);
  });

  it('is overtaken, not sold out, where somebody voided it meanwhile', async () => {
    const { steps } = recordedSteps({ hold: async () => 'full', isVoid: async () => true });
    assert.equal(await createAttempt(steps)(draft), 'overtaken');
  });

  it('is short where the wallet changed, and gives its spaces back', async () => {
    const { steps, taken } = recordedSteps({ hold: async () => 'short' });
    assert.equal(await createAttempt(steps)(draft), 'short');
    assert.deepEqual(taken, ['insert', 'hold', 'settle', 'release']);
  });

  it('says sold out even where cleaning up breaks', async () => {
    const { steps } = recordedSteps({ hold: async () => 'full', settle: broken });
    assert.equal(await createAttempt(steps)(draft), 'sold_out');
  });

  it('does nothing where its id is taken', async () => {
    const { steps, taken } = recordedSteps({ insert: async () => 'exists' });
    assert.equal(await createAttempt(steps)(draft), 'overtaken');
    assert.deepEqual(taken, ['insert']);
  });
});
