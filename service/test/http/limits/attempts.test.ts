import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Attempts, createAttempts } from '../../../src/http/limits/attempts.js';
import { createLimiter } from '../../../src/http/limits/limiter.js';

const open = (perAddress: number, perAccount: number, maxKnownPairs?: number): Attempts => {
  const timing = { windowSeconds: 60, now: () => 0 };
  return createAttempts({
    byAddress: createLimiter({ name: 'address', limit: perAddress, ...timing }),
    byAccount: createLimiter({ name: 'account', limit: perAccount, ...timing }),
    ...(maxKnownPairs === undefined ? {} : { maxKnownPairs }),
  });
};

/** What stops an attempt; `undefined` where nothing does. */
const stopped = (attempts: Attempts, address: string, account: string): string | undefined =>
  attempts.begin({ address, account })?.name;

describe('attempts on accounts', () => {
  it('stop one address that tries many accounts', () => {
    const attempts = open(3, 10);
    const stops = ['a', 'b', 'c', 'd'].map((account) => stopped(attempts, '1.1.1.1', account));
    assert.deepEqual(stops, [undefined, undefined, undefined, 'address']);
    assert.equal(stopped(attempts, '2.2.2.2', 'd'), undefined);
  });

  it('stop many addresses that try one account, however it is written', () => {
    const attempts = open(10, 3);
    const names = ['ada@x.org', ' ADA@x.org', 'Ada@X.org ', 'ada@x.org'];
    const stops = names.map((account, index) => stopped(attempts, `1.1.1.${index}`, account));
    assert.deepEqual(stops, [undefined, undefined, undefined, 'account']);
    assert.equal(stopped(attempts, '1.1.1.1', 'bob@x.org'), undefined);
  });

  it('take what leads to the same account for the same', () => {
    const attempts = open(10, 1);
    const names = [
      'ann@example.com',
      'ann@\uff45xample.com',
      '+14155552671',
      '\u0664155552671',
      '(415) 555-2671',
    ];
    const stops = names.map((account) => stopped(attempts, '1.1.1.1', account));
    assert.deepEqual(stops, [undefined, 'account', undefined, 'account', 'account']);
  });

  it('take an accent written in two characters for the same account', () => {
    const attempts = open(10, 1);
    const stops = ['ren\u00e9@x.org', 'rene\u0301@x.org'].map((account) =>
      stopped(attempts, '1.1.1.1', account),
    );
    assert.deepEqual(stops, [undefined, 'account']);
  });

  it('take a telephone number for the one that the accounts read', () => {
    const attempts = open(10, 1);
    const stops = ['+1 (312) 555-0100', '+13125550100', ' 312.555.0100', '+13125550101'];
    assert.deepEqual(
      stops.map((account) => stopped(attempts, '1.1.1.1', account)),
      [undefined, 'account', 'account', undefined],
    );
  });

  it('take a number without its country for the same as the accounts do', () => {
    const attempts = open(10, 1);
    const stops = ['312 555 0100', '+1 312 555 0100', '+44 312 555 0100'];
    assert.deepEqual(
      stops.map((account) => stopped(attempts, '1.1.1.1', account)),
      [undefined, 'account', undefined],
    );
  });

  it('of the owner count neither way, and an address where they succeeded is not locked out by strangers', () => {
    const attempts = open(2, 2);
    const owner = { address: '7.7.7.7', account: 'ada' };
    for (let round = 0; round < 5; round += 1) {
      assert.equal(attempts.begin(owner), undefined);
      attempts.succeeded(owner);
    }
    const strangers = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((address) => stopped(attempts, address, 'ada'));
    assert.deepEqual(strangers, [undefined, undefined, 'account']);
    assert.equal(attempts.begin(owner), undefined);
    assert.equal(attempts.begin(owner), undefined);
    assert.equal(attempts.begin(owner)?.name, 'address');
  });

  it('that could not be made do not count', () => {
    const attempts = open(1, 1);
    const attempt = { address: '1.1.1.1', account: 'ada' };
    for (let round = 0; round < 3; round += 1) {
      assert.equal(attempts.begin(attempt), undefined);
      attempts.withdraw(attempt);
    }
  });

  it('remember only so many owners', () => {
    const attempts = open(100, 1, 1);
    const [ada, bob] = ['ada', 'bob'].map((account) => ({ address: '7.7.7.7', account }));
    if (ada === undefined || bob === undefined) throw new Error('there are two');
    for (const owner of [ada, bob]) {
      attempts.begin(owner);
      attempts.succeeded(owner);
    }
    const stops = [ada, ada, bob, bob].map((owner) => attempts.begin(owner)?.name);
    assert.deepEqual(stops, [undefined, 'account', undefined, undefined]);
  });
});
