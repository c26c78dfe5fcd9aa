import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { embedded } from '#kit/index.js';
import { searchForIt } from './support/catalogue-of-tests.js';
import { type Market, openMarket } from './support/market.js';

const effectOf = (effect: string, id: number) => (message: Readonly<Record<string, unknown>>) =>
  message['effect'] === effect && message['id'] === id;

describe('a booking and its partner, on real HTTP between separate processes', () => {
  let market: Market;
  before(async () => {
    market = await openMarket({ capacity: 5 });
    process.stdout.write(`booking to notice: on ${market.storage.server}\n`);
  });
  after(() => market.end());

  it('goes from search to a notice, a fetched booking, a refused duplicate, and a cancellation', async () => {
    const { bookings, receiver } = market;
    const [quote] = await bookings.quotes(searchForIt(2));
    const [option] = quote?.purchase_options ?? [];
    assert.ok(option !== undefined);
    assert.deepEqual(option.price, { USD: '15.99' });
    const preview = await bookings.preview({ quote_id: option.id });
    assert.deepEqual(preview.final_price, { USD: '15.99' });

    const request = {
      quote_id: option.id,
      final_price: '15.99',
      customer_email: 'driver@example.org',
      invoice: true,
    };
    const booking = await bookings.book(request, { idempotencyKey: 'once' });
    const again = await bookings.book(request, { idempotencyKey: 'once' });
    assert.equal(again.id, booking.id, 'the same key is the same booking');

    const told = await receiver.hear('the create notice', effectOf('create', booking.id));
    assert.equal(told['location'], 'The only garage', 'the receiver fetched the booking it was told of');
    assert.equal(embedded(await bookings.get(booking.id), 'parking_pass')?.status, 'active');

    const duplicate = await fetch(`${receiver.url}/bookings/create`, {
      method: 'POST',
      headers: { [market.header.name]: market.header.value, 'content-type': 'application/json' },
      body: JSON.stringify({ id: booking.id }),
    });
    assert.equal(duplicate.status, 400);
    assert.deepEqual(await duplicate.json(), { code: 'duplicate_request' });

    await bookings.cancel(booking.id);
    await bookings.cancel(booking.id);
    await receiver.hear('the cancel notice', effectOf('cancel', booking.id));
    const cancelled = await bookings.get(booking.id);
    assert.equal(typeof cancelled['cancelled_at'], 'string');
    assert.equal(embedded(cancelled, 'parking_pass')?.status, 'cancelled');
    const effects = receiver.heard().filter(({ effect, id }) => effect !== undefined && id === booking.id);
    assert.deepEqual(
      effects.map(({ effect }) => effect),
      ['create', 'cancel'],
    );
  });

  it('gives the spaces of a cancelled booking back', async () => {
    const { bookings } = market;
    const search = searchForIt(3);
    const bookOne = async (): Promise<number> => {
      const [quote] = await bookings.quotes(search);
      const [option] = quote?.purchase_options ?? [];
      assert.ok(option !== undefined, 'something is left to book');
      const { id } = await bookings.book({
        quote_id: option.id,
        final_price: '15.99',
        customer_email: 'd@example.org',
        invoice: true,
      });
      return id;
    };
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await bookOne());
    assert.deepEqual(
      (await bookings.quotes(search)).map((quote) => quote.purchase_options),
      [[]],
      'full, but listed',
    );
    const [first] = ids;
    assert.ok(first !== undefined);
    await bookings.cancel(first);
    await market.receiver.hear('the cancel notice', effectOf('cancel', first));
    assert.equal(typeof (await bookOne()), 'number');
  });
});
