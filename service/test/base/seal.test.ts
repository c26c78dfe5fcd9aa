import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSeal } from '../../src/base/seal.js';

const seal = createSeal({ secretKey: 'k'.repeat(64), purpose: 'webhooks' });

describe('the seal', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const first = seal.seal('Bearer très secret');
    assert.equal(seal.open(first), 'Bearer très secret');
    assert.notEqual(seal.seal('Bearer très secret'), first);
    assert.ok(!first.includes('secret'));
  });

  it('refuses a changed text, another key, another purpose and nonsense', () => {
    const sealed = seal.seal('value');
    const changed = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`;
    const otherKey = createSeal({ secretKey: 'x'.repeat(64), purpose: 'webhooks' });
    const otherPurpose = createSeal({ secretKey: 'k'.repeat(64), purpose: 'tokens' });
    for (const text of [changed, '', 'v1.', 'v2.AAAA', 'plain']) assert.throws(() => seal.open(text));
    assert.throws(() => otherKey.open(sealed));
    assert.throws(() => otherPurpose.open(sealed));
  });
});
