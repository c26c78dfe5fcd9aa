import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOnId, eventId, locationId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import type { BookingDocument } from '../../src/bookings/booking.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import { createPages } from '../../src/pages/create-pages.js';
import { aBooking } from '../bookings/builders.js';
import { aLocation, snapshotOf, someValidation } from '../catalogue/builders.js';
import { noon, startServer, type TestServer } from '../http/harness.js';
import { textOf, withTag } from './read-page.js';

describe('a parking pass', () => {
  let server: TestServer;
  let booking: BookingDocument;
  let content: Partial<CatalogueContent>;
  before(async () => {
    const pages = createPages({
      catalogue: { snapshot: () => snapshotOf(content) },
      clock: { now: () => noon },
      quotes: {
        search: () => {
          throw new Error('a pass needs no search');
        },
      },
      bookings: { view: async () => ({ booking, standing: 'code' }) },
      logger: silentLogger,
      isStorageAway: () => false,
    });
    server = await startServer({ mounts: [], pages });
  });
  after(() => server.close());

  const passOf = async (
    changes: Partial<BookingDocument>,
    validation: Parameters<typeof someValidation>[0] = {},
  ): Promise<string> => {
    booking = aBooking({ st: 'booked', ...changes });
    content = { locations: [aLocation({ validation: someValidation(validation) })] };
    const { status, text } = await server.send('/parking-pass/1/?authorization_code=c0de');
    assert.equal(status, 200);
    return text;
  };
  const facts = (text: string): readonly string[] => withTag(text, 'dt').map((term) => term.text);

  it('names the event, and says that its times are not settled, past the placeholder too', async () => {
    const text = await passOf({ event: eventId(9001), timesTbd: true, end: noon - 1 });
    assert.match(text, /Lakeside Hawks vs\. River Foxes/);
    assert.match(text, /Date and time to be announced/);
    assert.match(text, /class="pass active"/);
    assert.ok(!facts(text).includes('Until'));
  });

  it('lists extras, and shows no plate where none was given', async () => {
    const wash = { id: addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c01'), name: 'Hand wash', priceMinor: 500 };
    const text = await passOf({ addOns: [wash], priceMinor: 0 });
    assert.deepEqual(facts(text), ['From', 'Until', 'Pass number', 'Extras', 'Price']);
    assert.match(text, /<dd>Hand wash<\/dd>/);
    assert.match(text, /<dd>Free<\/dd>/);
  });

  it('has no scan code where the place hides it, and asks for a print where the place does', async () => {
    const text = await passOf({}, { scanCode: 'hidden', requiresPrintout: true });
    assert.equal(withTag(text, 'figure').length, 0);
    assert.match(text, /Print this page and put it on your dashboard/);
    const optional = await passOf({}, { scanCode: 'optional' });
    assert.equal(withTag(optional, 'figure').length, 1);
    assert.doesNotMatch(optional, /Print this page/);
  });

  it('is there after its place has left the catalogue', async () => {
    const text = await passOf({ location: locationId(999) });
    assert.match(textOf(text, 'h1') ?? '', /no longer on file/);
    assert.ok(facts(text).includes('Pass number'));
  });
});
