import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Coupon } from '../../src/accounts/wallet/coupon.js';
import { emptyWallet, type WalletDocument } from '../../src/accounts/wallet/wallet.js';
import { spendingFor } from '../../src/accounts/wallet/wallet-spending.js';
import { bookingId, customerId } from '../../src/base/ids.js';
import { money } from '../../src/base/money.js';
import { aCoupon, noon } from '../bookings/builders.js';

const walletOf = (changes: Partial<WalletDocument>): WalletDocument => ({
  ...emptyWallet(customerId(7)),
  ...changes,
});
const credit = (minor: number, currency: 'USD' | 'EUR' = 'USD') => ({
  reference: `${currency} ${minor}`,
  currency,
  minor,
  grantedAt: noon,
});
const eight = money('USD', 800);
const percent = (basisPoints: number): Coupon['worth'] => ({ kind: 'percent', basisPoints });

describe('what a wallet takes off a price of 8.00', () => {
  const cases: readonly (readonly [string, Partial<WalletDocument>, string | null, number, number])[] = [
    ['nothing where it is empty', {}, null, 0, 0],
    ['credit, as much as there is', { credits: [credit(300)] }, null, 0, 300],
    ['credit, no more than the price', { credits: [credit(500), credit(600)] }, null, 0, 800],
    ['no credit of another currency', { credits: [credit(500, 'EUR')] }, null, 0, 0],
    ['the coupon first, then credit', { coupons: [aCoupon()], credits: [credit(1000)] }, 'TWO', 200, 600],
    ['a percentage', { coupons: [aCoupon({ worth: percent(2_500) })] }, 'TWO', 200, 0],
    [
      'no more than the price',
      { coupons: [aCoupon({ worth: { kind: 'amount', minor: 900 } })] },
      'TWO',
      800,
      0,
    ],
    ['nothing for an expired coupon', { coupons: [aCoupon({ expiresAt: noon })] }, null, 0, 0],
    ['a coupon until it expires', { coupons: [aCoupon({ expiresAt: noon + 1 })] }, 'TWO', 200, 0],
    ['nothing below the minimum', { coupons: [aCoupon({ minimumMinor: 801 })] }, null, 0, 0],
    ['a coupon from its minimum on', { coupons: [aCoupon({ minimumMinor: 800 })] }, 'TWO', 200, 0],
    ['no coupon of another currency', { coupons: [aCoupon({ currency: 'EUR' })] }, null, 0, 0],
    [
      'the coupon that takes most off',
      { coupons: [aCoupon(), aCoupon({ code: 'HALF', worth: percent(5_000) })] },
      'HALF',
      400,
      0,
    ],
    [
      'of two alike the one that expires first',
      { coupons: [aCoupon({ code: 'A' }), aCoupon({ code: 'B', expiresAt: noon + 5 })] },
      'B',
      200,
      0,
    ],
    [
      'no coupon and no credit that a booking has taken',
      {
        coupons: [aCoupon()],
        credits: [credit(500)],
        r: [{ b: bookingId(1), currency: 'USD', creditMinor: 400, coupon: 'TWO' }],
      },
      null,
      0,
      100,
    ],
  ];
  for (const [name, wallet, coupon, couponMinor, creditMinor] of cases) {
    it(`is ${name}`, () => {
      const expected = { currency: 'USD', coupon, couponMinor, creditMinor };
      assert.deepEqual(spendingFor(walletOf(wallet), eight, noon), expected);
    });
  }

  it('is never more than the price, nor more than was given', () => {
    const coupons = fc.array(
      fc.record({ minor: fc.integer({ min: 1, max: 2_000 }), points: fc.integer({ min: 1, max: 10_000 }) }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 })),
        coupons,
        fc.nat(2_000),
        (credits, given, price) => {
          const wallet = walletOf({
            credits: credits.map((minor) => credit(minor)),
            coupons: given.map(({ minor, points }, index) =>
              aCoupon({
                code: `C${index}`,
                worth: index % 2 === 0 ? { kind: 'amount', minor } : percent(points),
              }),
            ),
          });
          const { couponMinor, creditMinor } = spendingFor(wallet, money('USD', price), noon);
          assert.ok(couponMinor >= 0 && creditMinor >= 0 && couponMinor + creditMinor <= price);
          assert.ok(creditMinor <= credits.reduce((sum, minor) => sum + minor, 0));
        },
      ),
      { numRuns: 200 },
    );
  });
});
