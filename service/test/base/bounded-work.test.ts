import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBoundedWork } from '../../src/base/bounded-work.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Works that end when they are told to. */
const createWorks = () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        begun.push(name);
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
      }),
    end: async (name: string, error?: Error): Promise<void> => {
      ends.get(name)?.(error);
      await settled();
    },
  };
};

describe('bounded work', () => {
  it('runs so much at once, the rest in the order it came', async () => {
    const { begun, work, end } = createWorks();
    const bounded = createBoundedWork({ atOnce: 2, waiting: 2 });
    const all = ['a', 'b', 'c', 'd'].map((name) => bounded.run(work(name)));
    await settled();
    assert.deepEqual(begun, ['a', 'b']);
    await end('b');
    assert.deepEqual(begun, ['a', 'b', 'c']);
    await end('a');
    assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd']);
  });

  it('refuses what is too much at once, saying when to come again', async () => {
    const { begun, work, end } = createWorks();
    const bounded = createBoundedWork({ atOnce: 1, waiting: 1 });
    const all = [bounded.run(work('a')), bounded.run(work('b'))];
    await assert.rejects(bounded.run(work('c')), (error: unknown) => {
      assert.ok(error instanceof Error && 'code' in error && 'detail' in error);
      assert.deepEqual(
        [error.code, error.detail],
        ['service_unavailable', { details: 'too many at once', retryAfterSeconds: 2 }],
      );
      return true;
    });
    await end('a');
    await end('b');
    await Promise.all(all);
    assert.deepEqual(begun, ['a', 'b']);
  });

  it('gives the place of a work that failed to the next', async () => {
    const { begun, work, end } = createWorks();
    const bounded = createBoundedWork({ atOnce: 1, waiting: 1 });
    const failing = assert.rejects(bounded.run(work('a')), /broken/);
    const next = bounded.run(work('b'));
    await settled();
    await end('a', new Error('broken'));
    await failing;
    assert.deepEqual(begun, ['a', 'b']);
    await end('b');
    assert.equal(await next, 'b');
    const later = bounded.run(work('c'));
    await settled();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    await end('c');
    await later;
  });
});
