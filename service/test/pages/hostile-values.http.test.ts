import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { silentLogger } from '../../src/base/logger.js';
import { eventPath } from '../../src/catalogue/site-paths.js';
import { createPages } from '../../src/pages/create-pages.js';
import { createQuoteSeal } from '../../src/quotes/quote-seal.js';
import { createQuotes } from '../../src/quotes/quotes.js';
import { anEvent, aVenue } from '../catalogue/builders.js';
import { noon, startServer, type TestServer } from '../http/harness.js';
import { hostileBooking, hostileMarket } from './hostile-market.js';
import { airportUrl, placeUrl, venueUrl } from './market.js';
import { elementsOf, skeletonOf } from './read-page.js';

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</title></style></textarea>-->',
  'javascript:alert(1)',
  '//example.org/',
  '&lt;b&gt;&#60;i&#62;',
  '{{7*7}}${7*7}',
];
/** Never blank, so that what is left out where a text is empty is there in every page compared. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...payloads), fc.string({ unit: 'grapheme', maxLength: 20 })), {
    maxLength: 4,
  })
  .map((parts) => `x${parts.join('').slice(0, 120)}x`);

const ownAddress = /^(?:\/(?!\/)|#|geo:-?[\d.]+,-?[\d.]+$|tel:\+?\d*$|data:image\/svg\+xml;base64,[\w+/=]*$)/;
const addressAttributes = ['href', 'src', 'action', 'formaction'];

describe('values from the catalogue, from bookings and from the address', () => {
  let server: TestServer;
  let text = 'x';
  before(async () => {
    const catalogue = { snapshot: () => hostileMarket(text) };
    const clock = { now: () => noon };
    const seal = createQuoteSeal([{ version: '1', secret: 'a secret for tests' }]);
    const quotes = createQuotes({ catalogue, clock, seal, inventory: { peak: () => 0 } });
    const bookings = { view: async () => ({ booking: hostileBooking(text), standing: 'code' as const }) };
    const pages = createPages({
      ...{ catalogue, clock, quotes, bookings },
      logger: silentLogger,
      isStorageAway: () => false,
    });
    server = await startServer({ mounts: [], pages });
  });
  after(() => server.close());

  const pageAt = async (path: string): Promise<string> => {
    const received = await server.send(path, { headers: { accept: 'text/html' } });
    assert.equal(received.headers['content-type'], 'text/html; charset=utf-8');
    return received.text;
  };
  const pagesOf = (said: string): Promise<readonly string[]> => {
    text = said;
    const word = encodeURIComponent(said);
    const event = eventPath(aVenue(), anEvent({ name: said }));
    const paths = [
      `${venueUrl}?event_name=${word}&location_id=101&seller_id=1&${word}=${word}`,
      `${event}?location_id=101&${word}=${word}`,
      `${airportUrl}?${word}=${word}`,
      `/parking/?venue_name=${word}`,
      `/parking/?venue_id=501&seller_id=1&${word}=${word}`,
      `${placeUrl}?event_id=9001&${word}=${word}`,
      `${placeUrl}?start_time=${word}`,
      `${venueUrl}?locale=${word}`,
      `/parking-pass/1/?authorization_code=${word}`,
    ];
    return Promise.all(paths.map(pageAt));
  };

  it('add no tag and no attribute to any page, and lead nowhere else', async () => {
    const plain = (await pagesOf('xx')).map(skeletonOf);
    assert.ok(plain.every((skeleton) => skeleton.length > 15));
    await fc.assert(
      fc.asyncProperty(hostile, async (said) => {
        const pages = await pagesOf(said);
        pages.forEach((page, index) => {
          assert.deepEqual(skeletonOf(page), plain[index]);
          for (const { tag, attributes } of elementsOf(page)) {
            if (tag === 'link') continue;
            for (const name of addressAttributes)
              assert.match(attributes.get(name) ?? '/', ownAddress, `${tag} ${name}`);
          }
        });
      }),
      { numRuns: 20 },
    );
  });

  it('are shown as they are', async () => {
    const said = `x<b>&"'</b>x`;
    const [venue] = await pagesOf(said);
    const titles = elementsOf(venue ?? '').filter(({ tag }) => tag === 'h1');
    assert.deepEqual(
      titles.map((title) => title.text),
      [`Parking near ${said}`],
    );
  });
});
