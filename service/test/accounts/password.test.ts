import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from '../../src/accounts/password.js';
import { createSignUp } from '../../src/accounts/sign-up.js';
import { Problem } from '../../src/base/problem.js';
import { quickPasswords } from './open-accounts.js';

const isBusy = (error: unknown): boolean =>
  error instanceof Problem && error.status === 503 && error.detail.retryAfterSeconds === 2;

const refusedOf = async (works: readonly Promise<unknown>[]): Promise<number> => {
  const all = await Promise.allSettled(works);
  return all.filter((each) => each.status === 'rejected' && isBusy(each.reason)).length;
};

describe('hashing of passwords', () => {
  it('has one bound for all: two at once, 32 waiting, and the rest is asked to come again', async () => {
    const passwords = createPasswords(quickPasswords);
    const flood = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? passwords.hash('correct horse') : passwords.matches(undefined, 'correct horse'),
    );
    assert.throws(passwords.requireRoom, isBusy);
    assert.equal(await refusedOf(flood), 6);
    passwords.requireRoom();
    assert.equal(await passwords.matches(await passwords.hash('correct horse'), 'correct horse'), true);
  });

  it('is asked for room before a code is counted to the address', async () => {
    const counted: string[] = [];
    const signUp = createSignUp({
      addresses: { holderOf: async () => ({ kind: 'nobody' }) },
      codes: { admit: async ({ key }) => void counted.push(key) },
      passwords: {
        requireRoom: () => {
          throw new Problem('service_unavailable', { retryAfterSeconds: 2 });
        },
        hash: async () => '',
      },
      sendCode: async () => undefined,
      contest: async () => false,
    });
    const bob = { email: 'bob@example.com', firstName: '', lastName: '', locale: 'en-US' } as const;
    await assert.rejects(signUp({ ...bob, password: 'correct horse' }), isBusy);
    assert.deepEqual(counted, []);
    await signUp(bob);
    assert.deepEqual(counted, ['email:bob@example.com']);
  });
});
