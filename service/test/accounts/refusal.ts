import assert from 'node:assert/strict';
import { Problem } from '../../src/base/problem.js';

/** Asserts that this is refused with that code, naming those fields. */
export const assertRefused = (
  work: Promise<unknown>,
  code: string,
  fields?: readonly string[],
): Promise<void> =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual([error.code, error.detail.fields], [code, fields]);
    return true;
  });
