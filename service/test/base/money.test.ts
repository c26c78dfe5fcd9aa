import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { add, currencies, decimalText, money, parseDecimal, share } from '../../src/base/money.js';

describe('money', () => {
  it('writes the digits of the currency', () => {
    assert.equal(decimalText(money('USD', 1050)), '10.50');
    assert.equal(decimalText(money('EUR', 5)), '0.05');
    assert.equal(decimalText(money('EUR', -5)), '-0.05');
    assert.equal(decimalText(money('JPY', 500)), '500');
  });

  it('reads amounts as numbers', () => {
    for (const text of ['0', '0.0', '0.00', ' 0.000 ', '-0'])
      assert.deepEqual(parseDecimal(text, 'USD'), money('USD', 0));
    assert.deepEqual(parseDecimal('10.5', 'USD'), money('USD', 1050));
    assert.deepEqual(parseDecimal('10.', 'USD'), money('USD', 1000));
  });

  it('refuses what is no amount of the currency', () => {
    const wrong = [
      '',
      'abc',
      '1e3',
      '10.505',
      '0x10',
      '1,50',
      'NaN',
      'Infinity',
      '9'.repeat(40),
      '1.2.3',
      '$5',
      '[object Object]',
    ];
    for (const text of wrong) assert.equal(parseDecimal(text, 'USD'), undefined, text);
    assert.equal(parseDecimal('1.5', 'JPY'), undefined);
  });

  it('reads back what it wrote', () => {
    const amounts = fc.record(
      { currency: fc.constantFrom(...currencies), minor: fc.integer({ min: -1e11, max: 1e11 }) },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(amounts, (amount) =>
        assert.deepEqual(parseDecimal(decimalText(amount), amount.currency), amount),
      ),
    );
  });

  it('rounds shares half away from zero', () => {
    assert.equal(share(money('USD', 50), 100).minor, 1);
    assert.equal(share(money('USD', -50), 100).minor, -1);
    assert.equal(share(money('USD', 2900), 1700).minor, 493);
  });

  it('adds one currency only', () => {
    assert.equal(add(money('USD', 1), money('USD', 2)).minor, 3);
    assert.throws(() => add(money('USD', 1), money('EUR', 2)));
  });
});
