import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryStore,
  createReceiver,
  type ReceiverOptions,
  ReceiverOptionsError,
} from '../../src/index.js';

const good: ReceiverOptions = {
  auth: { headerKey: 'x-key', headerValue: 'hush-hush' },
  store: createMemoryStore(),
  onCreate: () => {},
};

const faulty: readonly [string, Partial<ReceiverOptions>, RegExp][] = [
  ['an empty header value', { auth: { headerKey: 'x-key', headerValue: '' } }, /is empty/],
  ['a line end in the value', { auth: { headerKey: 'x-key', headerValue: 'hush-hush\n' } }, /white space/],
  [
    'a control character',
    { auth: { headerKey: 'x-key', headerValue: 'hush\u0000hush' } },
    /control character/,
  ],
  [
    'a header name with a blank',
    { auth: { headerKey: 'x key', headerValue: 'hush-hush' } },
    /not a header name/,
  ],
  ['a path without a slash', { createPath: 'create' }, /must start with a slash/],
  ['a query in a path', { createPath: '/create?x' }, /must start with a slash/],
  ['one path for both', { createPath: '/b', cancelPath: '/b/', onCancel: () => {} }, /two different paths/],
  ['no time', { leaseMs: 0 }, /leaseMs must be a positive number/],
];

describe('createReceiver', () => {
  for (const [what, change, message] of faulty)
    it(`refuses ${what}, without showing the value`, () => {
      assert.throws(
        () => createReceiver({ ...good, ...change }),
        (error) =>
          error instanceof ReceiverOptionsError && message.test(error.message) && !/hush/.test(error.message),
      );
    });

  it('names all faults at once', () => {
    const auth = { headerKey: '', headerValue: '' };
    assert.throws(
      () => createReceiver({ auth, store: createMemoryStore() }),
      /is empty; auth\.headerKey is not a header name; give onCreate, onCancel or both/,
    );
  });
});
