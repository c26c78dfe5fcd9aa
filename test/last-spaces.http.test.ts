import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RejectedError } from '#kit/index.js';
import { searchForIt } from './support/catalogue-of-tests.js';
import { type Market, openMarket } from './support/market.js';

const spaces = 10;
const drivers = 64;

describe(`${drivers} drivers and ${spaces} spaces`, () => {
  let market: Market;
  before(async () => {
    market = await openMarket({ capacity: spaces });
  });
  after(() => market.end());

  it('gives exactly the spaces there are, and a clear answer to everybody else', async (context) => {
    const { bookings, storage } = market;
    process.stdout.write(
      `last spaces: on ${storage.server}${storage.isAtomic ? '' : ': not verified, its updates are not atomic'}\n`,
    );
    if (!storage.isAtomic)
      return context.skip(`not verified on ${storage.server}: its updates are not atomic`);
    const [quote] = await bookings.quotes(searchForIt(5));
    const [option] = quote?.purchase_options ?? [];
    assert.ok(option !== undefined);
    const request = {
      quote_id: option.id,
      final_price: '15.99',
      customer_email: 'driver@example.org',
      invoice: true,
    };
    const outcomes = await Promise.allSettled(Array.from({ length: drivers }, () => bookings.book(request)));

    const booked = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.equal(booked.length, spaces);
    assert.equal(new Set(booked).size, spaces);
    for (const reason of refused) {
      assert.ok(reason instanceof RejectedError, String(reason));
      assert.equal(reason.status, 409);
      assert.equal(reason.code, 'booking_sold_out');
    }
    const [after] = await bookings.quotes(searchForIt(5));
    assert.deepEqual(after?.purchase_options, [], 'and the search knows');
  });
});
