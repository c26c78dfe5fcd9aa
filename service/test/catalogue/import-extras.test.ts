import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { inEveryLocale } from './builders.js';
import { aNativeLocation, aNativeVenue, anEventAt, nativeFile } from './native-file.js';
import { aFeature, fileOf, openTestCatalogue, testNow } from './open-test-catalogue.js';

const open = async (t: TestContext): Promise<OpenCatalogue> => {
  const database = await openTestDatabase();
  t.after(database.close);
  return openTestCatalogue(database);
};

const refused = async (catalogue: OpenCatalogue, overrides: object, message: string): Promise<void> => {
  await assert.rejects(catalogue.importFiles({ files: [nativeFile(overrides)] }), (error: unknown) => {
    assert.ok(error instanceof Error && error.name === 'ImportFault', String(error));
    assert.equal(error.message, message);
    return true;
  });
};

const aNativeReview = (overrides: object = {}): object => ({
  key: 'r1',
  location: 'a/garage',
  rating: 4,
  author: 'Grace H.',
  createdAt: '2026-11-01T12:30',
  ...overrides,
});

const extras = {
  hours: inEveryLocale('Ring the bell.'),
  nonBookableRates: [{ label: inEveryLocale('An hour'), priceMinor: 500, fromMinutes: 0, toMinutes: 60 }],
  photos: [
    {
      alt: inEveryLocale('The gate'),
      sizes: { original: { url: 'https://images.example.com/gate.jpg', width: 1200, height: 800 } },
    },
  ],
  msa: 'Some Area',
  displaysSellerLogo: true,
  otherSiteUrl: 'https://garage.example.com/',
  entrances: [{ lat: 41.88, lon: -87.63, maxHeightInches: 80, maxWidthInches: 90, maxLengthInches: 200 }],
};

describe('import of what a location may have besides', () => {
  it('takes hours, posted rates, photos, areas, dimensions and other sites as they are', async (t) => {
    const catalogue = await open(t);
    await catalogue.importFiles({ files: [nativeFile({ locations: [aNativeLocation(extras)] })] });
    const [location] = catalogue.snapshot().locations();
    assert.deepEqual({ ...location, ...extras }, location);
  });

  it('reads operating hours and shuttle times, over midnight too', async (t) => {
    const catalogue = await open(t);
    const operatingHours = {
      intervals: [
        { weekdays: [6], from: '10:00', to: '24:00' },
        { weekdays: [1, 2], from: '18:00', to: '02:30' },
      ],
    };
    const shuttleTimes = [{ weekdays: [1, 7], from: '05:00', to: '23:30', everyMinutes: 15 }];
    const locations = [aNativeLocation({ operatingHours, shuttleTimes })];
    await catalogue.importFiles({ files: [nativeFile({ locations })] });
    const [location] = catalogue.snapshot().locations();
    assert.deepEqual(location?.operatingHours, {
      alwaysOpen: false,
      intervals: [
        { weekday: 1, fromMinute: 1080, toMinute: 1590 },
        { weekday: 2, fromMinute: 1080, toMinute: 1590 },
        { weekday: 6, fromMinute: 600, toMinute: 1440 },
      ],
    });
    assert.deepEqual(location?.shuttleTimes, [
      { weekdays: [1, 7], fromMinute: 300, toMinute: 1410, everyMinutes: 15 },
    ]);
    const open24 = [aNativeLocation({ operatingHours: { alwaysOpen: true } })];
    await catalogue.importFiles({ files: [nativeFile({ locations: open24 })] });
    assert.deepEqual(catalogue.snapshot().locations()[0]?.operatingHours, { alwaysOpen: true });
  });

  const faulty: readonly (readonly [string, object, string])[] = [
    [
      'a photo that a page would run',
      {
        photos: [{ sizes: { original: { url: 'javascript:alert(1)', width: 1, height: 1 } } }],
      },
      '/photos/0/sizes/original/url',
    ],
    [
      'a photo on nobody knows which host',
      { photos: [{ sizes: { original: { url: '//evil.example.com/x', width: 1, height: 1 } } }] },
      '/photos/0/sizes/original/url',
    ],
    ['another site that is none', { otherSiteUrl: 'garage' }, '/otherSiteUrl'],
    [
      'a shuttle without an interval',
      { shuttleTimes: [{ weekdays: [1], from: '05:00', to: '06:00', everyMinutes: 0 }] },
      '/shuttleTimes/0/everyMinutes',
    ],
    [
      'a rate in two thirds of the languages',
      { nonBookableRates: [{ label: { 'en-US': 'a', 'en-CA': 'a' } }] },
      '/nonBookableRates/0/label',
    ],
  ];
  for (const [what, overrides, field] of faulty) {
    it(`refuses ${what}`, async (t) => {
      const catalogue = await open(t);
      const file = nativeFile({ locations: [aNativeLocation(overrides)] });
      await assert.rejects(catalogue.importFiles({ files: [file] }), (error: unknown) => {
        assert.ok(error instanceof Error && error.message.includes(`/locations/0${field}:`), String(error));
        return true;
      });
    });
  }
});

describe('import of reviews', () => {
  it('gives each a permanent id, rates the location, and changes nothing the second time', async (t) => {
    const catalogue = await open(t);
    const reviews = [
      aNativeReview({ comment: 'Easy\nin.', reply: 'Thank you.' }),
      aNativeReview({ key: 'r2', rating: 5, createdAt: '2026-11-02T00:00:00Z' }),
    ];
    const first = await catalogue.importFiles({ files: [nativeFile({ reviews })] });
    assert.equal(first.changes, 7);
    const [location] = catalogue.snapshot().locations();
    assert.ok(location !== undefined);
    assert.deepEqual(catalogue.snapshot().reviewsOf(location.id), [
      {
        id: 1002,
        locationId: location.id,
        rating: 5,
        comment: '',
        author: 'Grace H.',
        createdAt: Date.UTC(2026, 10, 2),
      },
      {
        id: 1001,
        locationId: location.id,
        rating: 4,
        comment: 'Easy in.',
        author: 'Grace H.',
        createdAt: Date.UTC(2026, 10, 1, 18, 30),
        reply: 'Thank you.',
      },
    ]);
    assert.deepEqual(location.rating, { averageRating: 4.5, reviewCount: 2, counts: [0, 0, 0, 1, 1] });
    const again = await catalogue.importFiles({ files: [nativeFile({ reviews })] });
    assert.equal(again.changes, 0);
    assert.equal(catalogue.snapshot().locations()[0], location, 'the very same object');
  });

  it('keeps no e-mail address: taken out of texts, and refused as a name', async (t) => {
    const catalogue = await open(t);
    const reviews = [
      aNativeReview({ comment: 'Ask ada@example.com @ noon', reply: 'Write (us@example.com).' }),
    ];
    const report = await catalogue.importFiles({ files: [nativeFile({ reviews })] });
    const [location] = catalogue.snapshot().locations();
    const [review] = location === undefined ? [] : catalogue.snapshot().reviewsOf(location.id);
    assert.deepEqual(
      [review?.comment, review?.reply],
      ['Ask [e-mail removed] @ noon', 'Write [e-mail removed]'],
    );
    assert.deepEqual(report.files[0]?.noted, [{ reason: 'email_removed', count: 1, examples: ['r1'] }]);
    await refused(
      catalogue,
      { reviews: [aNativeReview({ author: 'ada@example.com' })] },
      'native.json, /reviews/0/author: an e-mail address is no name to show',
    );
  });

  const faulty: readonly (readonly [string, object, string])[] = [
    ['six stars', { rating: 6 }, '/reviews/0/rating: must be <= 5'],
    ['half a star', { rating: 4.5 }, '/reviews/0/rating: must be integer'],
    ['no such time', { createdAt: 'yesterday' }, '/reviews/0/createdAt: there is no yesterday'],
    ['a location elsewhere', { location: 'b' }, '/reviews/0/location: location b is not in this file'],
  ];
  for (const [what, overrides, message] of faulty) {
    it(`refuses ${what}`, async (t) => {
      await refused(await open(t), { reviews: [aNativeReview(overrides)] }, `native.json, ${message}`);
    });
  }

  it('rates anew when a review comes later', async (t) => {
    const catalogue = await open(t);
    await catalogue.importFiles({ files: [nativeFile()] });
    const [unrated] = catalogue.snapshot().locations();
    assert.equal(unrated?.rating, undefined);
    await catalogue.importFiles({ files: [nativeFile({ reviews: [aNativeReview()] })] });
    assert.equal(catalogue.snapshot().locations()[0]?.rating?.averageRating, 4);
    await catalogue.importFiles({ files: [nativeFile({ reviews: [aNativeReview({ rating: 2 })] })] });
    assert.equal(catalogue.snapshot().locations()[0]?.rating?.averageRating, 2);
  });
});

describe("import of partners' events", () => {
  it('takes them with events and with rules, whose dates are added', async (t) => {
    const catalogue = await open(t);
    const file = nativeFile({
      venues: [aNativeVenue()],
      events: [
        { ...anEventAt('2026-11-22T19:00'), partnerEvents: [{ partner: 'acme', partnerEventId: 'X' }] },
      ],
      eventRules: [
        {
          key: 'rule',
          venue: 'arena',
          name: 'Weekly',
          weekday: 1,
          time: '19:00',
          durationMinutes: 60,
          weeks: 1,
          partnerEvents: [{ partner: 'acme', prefix: 'weekly' }],
        },
      ],
    });
    await catalogue.importFiles({ files: [file] });
    const known = catalogue.snapshot().events();
    assert.deepEqual(
      known.map(({ partnerEvents }) => partnerEvents),
      [
        [{ partner: 'acme', partnerEventId: 'X' }],
        [{ partner: 'acme', partnerEventId: 'weekly-2026-11-23' }],
      ],
    );
    assert.equal(await catalogue.rollEvents(testNow), 0, 'a job that looks again changes nothing');
  });
});

describe('import of hours, rates and heights of GeoJSON', () => {
  const importOne = async (t: TestContext, properties: object) => {
    const catalogue = await open(t);
    const report = await catalogue.importFiles({ files: [fileOf([aFeature({ ...properties })])] });
    return { catalogue, report, location: catalogue.snapshot().locations()[0] };
  };

  it('understands the usual form, and shows it in words', async (t) => {
    const { location, report } = await importOne(t, {
      opening_hours: 'Mo-Sa 06:00-23:00',
      charge: '2 DKK/hour',
      maxheight: '2.1',
    });
    assert.equal(location?.hours, undefined);
    assert.equal(location?.operatingHours?.alwaysOpen, false);
    assert.equal(location?.nonBookableRates?.[0]?.text, '2 DKK/hour');
    assert.equal(location?.entrances[0]?.maxHeightInches, 82.7);
    assert.deepEqual(report.files[0]?.noted, []);
  });

  it('keeps what it does not understand as a text, and notes it', async (t) => {
    const { location, report } = await importOne(t, { opening_hours: 'Mo-Fr 7-22 Uhr' });
    assert.equal(location?.hours, 'Mo-Fr 7-22 Uhr');
    assert.equal(location?.operatingHours, undefined);
    assert.deepEqual(
      report.files[0]?.noted.map(({ reason }) => reason),
      ['hours_only_text'],
    );
  });

  it('puts hours that are understood in the place of a text, and keeps both where the file is silent', async (t) => {
    const { catalogue } = await importOne(t, { opening_hours: 'on request' });
    await catalogue.importFiles({ files: [fileOf([aFeature({ opening_hours: '24/7' })])] });
    const [understood] = catalogue.snapshot().locations();
    assert.deepEqual([understood?.hours, understood?.operatingHours], [undefined, { alwaysOpen: true }]);
    await catalogue.importFiles({ files: [fileOf([aFeature()])] });
    assert.deepEqual(catalogue.snapshot().locations()[0]?.operatingHours, { alwaysOpen: true });
  });
});
