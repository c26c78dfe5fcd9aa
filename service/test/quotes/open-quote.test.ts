import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addOnId, eventId, locationId } from '../../src/base/ids.js';
import { Problem } from '../../src/base/problem.js';
import type { RatePlan } from '../../src/pricing/rate-plan.js';
import type { QuoteSearch } from '../../src/quotes/quote.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import { aSearch, type QuotesUnderTest, someQuotes, testNow } from './builders.js';

const wash = {
  id: addOnId('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'),
  name: 'Wash',
  priceMinor: 1500,
  isAvailable: true,
};
const oversize = {
  id: addOnId('0b7b6b04-2f5c-4f0c-9a52-6a4e9b2c8d11'),
  name: 'Oversize',
  priceMinor: 700,
  isAvailable: true,
};
const convenience = { type: 'convenience_fee', label: 'Service Fee', basisPoints: 1000 };

const firstId = (subject: QuotesUnderTest, search: QuoteSearch = aSearch()): string => {
  const id = subject.all(search)[0]?.purchaseOptions[0]?.id;
  assert.ok(id !== undefined);
  return id;
};

const problemOf = (work: () => unknown): readonly [string, number, readonly string[] | undefined] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.status, error.detail.fields];
    throw error;
  }
  return ['none', 200, undefined];
};

describe('open', () => {
  it('answers what was quoted, priced with its add-ons', () => {
    const subject = someQuotes({ ratePlans: [aRatePlan({ fees: [convenience], generalAddOns: [wash] })] });
    const opened = subject.quotes.open(firstId(subject), [wash.id]);
    assert.deepEqual(opened.claims, {
      location: locationId(101),
      option: 'standard',
      start: Date.UTC(2026, 10, 23, 16, 0),
      end: Date.UTC(2026, 10, 23, 20, 0),
      quotedAt: testNow,
    });
    assert.equal(opened.location.name, 'Lakeside Garage');
    // 5.00, 8.00 for two hours and 2.00 for each of two more; 10 % on top
    assert.deepEqual([opened.price.base.minor, opened.price.total.minor], [1200, 1320]);
    assert.deepEqual(opened.addOns, [{ id: wash.id, name: 'Wash', price: { currency: 'USD', minor: 1500 } }]);
    assert.deepEqual(opened.subtotal, { currency: 'USD', minor: 2820 });
  });

  it('carries the event of an event quote', () => {
    const event = { priceMinor: 3000, opensMinutesBefore: 60, closesMinutesAfter: 30 };
    const subject = someQuotes({ ratePlans: [aRatePlan({ event })] });
    const opened = subject.quotes.open(firstId(subject, { eventId: '9001' }), []);
    assert.deepEqual([opened.claims.event, opened.event?.id], [eventId(9001), eventId(9001)]);
    assert.deepEqual(
      [opened.claims.start, opened.claims.end, opened.price.total.minor],
      [Date.UTC(2026, 10, 29, 0, 0), Date.UTC(2026, 10, 29, 4, 30), 3000],
    );
  });

  it('prices anew by the catalogue of now', () => {
    const subject = someQuotes();
    const id = firstId(subject);
    subject.setCatalogue({ ratePlans: [aRatePlan({ dailyMaximumMinor: 900 })] });
    assert.equal(subject.quotes.open(id, []).price.total.minor, 900);
  });

  it('answers 410 booking_quote_expired from 15 minutes on', () => {
    const subject = someQuotes();
    const id = firstId(subject);
    subject.setNow(testNow + 15 * 60_000 - 1);
    assert.equal(subject.quotes.open(id, []).claims.quotedAt, testNow);
    subject.setNow(testNow + 15 * 60_000);
    assert.deepEqual(
      problemOf(() => subject.quotes.open(id, [])),
      ['booking_quote_expired', 410, ['quote_id']],
    );
  });

  it('answers 400 booking_quote_id_invalid to an id that is not ours', () => {
    const subject = someQuotes();
    for (const id of [
      '',
      'x',
      '2f1c4a0e-7d0a-4a3e-9a57-1c2b3d4e5f60',
      `${firstId(subject)}A`,
      '1'.repeat(1_000_000),
    ])
      assert.deepEqual(
        problemOf(() => subject.quotes.open(id, [])),
        ['booking_quote_id_invalid', 400, ['quote_id']],
      );
  });

  const gone: readonly (readonly [string, Parameters<QuotesUnderTest['setCatalogue']>[0]])[] = [
    ['the location', { locations: [] }],
    ['the option', { locations: [aLocation({ options: [anOption({ key: 'other' })] })] }],
    ['the free sale of it', { locations: [aLocation({ options: [anOption({ accessCode: 'vip' })] })] }],
    ['its rate plan', { ratePlans: [] }],
    ['a price for the stay', { ratePlans: [aRatePlan({ maximumMinutes: 60 })] }],
  ];
  for (const [what, content] of gone)
    it(`answers 409 booking_sold_out when ${what} has gone`, () => {
      const subject = someQuotes();
      const id = firstId(subject);
      subject.setCatalogue(content);
      assert.deepEqual(
        problemOf(() => subject.quotes.open(id, [])),
        ['booking_sold_out', 409, undefined],
      );
    });

  it('answers 409 booking_sold_out when the event has gone', () => {
    const subject = someQuotes();
    const id = firstId(subject, { eventId: '9001' });
    subject.setCatalogue({ events: [] });
    assert.equal(problemOf(() => subject.quotes.open(id, []))[0], 'booking_sold_out');
  });

  it('refuses foreign add-ons and a missing vehicle size', () => {
    const plan: Partial<RatePlan> = { vehicleSizes: [oversize], generalAddOns: [wash] };
    const subject = someQuotes({ ratePlans: [aRatePlan(plan)] });
    const id = firstId(subject);
    const outcomes = [[], [wash.id], ['foreign', oversize.id], [oversize.id]].map((chosen) =>
      problemOf(() => subject.quotes.open(id, chosen)),
    );
    assert.deepEqual(outcomes, [
      ['booking_vehicle_size_missing', 400, ['add_on_ids']],
      ['booking_vehicle_size_missing', 400, ['add_on_ids']],
      ['booking_add_on_invalid', 400, ['add_on_ids']],
      ['none', 200, undefined],
    ]);
  });
});
