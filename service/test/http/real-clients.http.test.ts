import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { eventId, locationId, reviewId, venueId } from '../../src/base/ids.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import type { Coordinates } from '../../src/catalogue/location.js';
import { aLocation, anEvent, anOption, aRatePlan, aReview, aVenue } from '../catalogue/builders.js';
import type { Received } from './harness.js';
import { isOfKind, type Kind } from './kinds.js';
import { at, codeOf } from './read.js';
import { openStage, type Stage, userEmail, userPassword } from './stage.js';

/** Requests that strangers wrote for an API of this shape; beside the repository where it is developed. */
const beside = fileURLToPath(new URL('../../../../../shared/real-clients/requests.json', import.meta.url));
const file = process.env['PARKING_TEST_REAL_CLIENTS'] ?? beside;

const textMap = Type.Record(Type.String(), Type.String());
const requestsSchema = Type.Array(
  Type.Object({
    id: Type.String(),
    method: Type.String(),
    path: Type.String(),
    query: textMap,
    form: Type.Union([textMap, Type.Null()]),
    headers: textMap,
    reads: Type.Array(Type.String()),
    example_query: Type.Optional(textMap),
  }),
);
type ClientRequest = Static<typeof requestsSchema>[number];

const readRequests = (): readonly ClientRequest[] =>
  Compile(requestsSchema).Parse(JSON.parse(readFileSync(file, 'utf8')));

/** What these clients send that is malformed, forbidden or outside this API; everything else succeeds. */
const expectedFailures: ReadonlyMap<string, number> = new Map([
  ['quotes-react-js-date', 400],
  ['quotes-spring-malformed-distance', 400],
  ['quotes-csharp-freetext', 400],
  ['quotes-takehome-airport-code', 400],
  ['booking-post-query-201', 401],
  ['internal-autocomplete', 404],
]);

/** Asks for a second page. */
const mayBeEmpty = new Set(['venue-events-widget-page2']);

/** What is read only to see whether it is there, and need not be (decision 40; a key that is absent says something). */
const presence: ReadonlyMap<string, string> = new Map([
  ['[].cancelled_at (presence)', 'absent unless cancelled'],
  ['location-get-entrances status', 'there in errors only'],
]);

/** The form in which these clients' code wants what it reads, by the end of the path; the first that fits counts. */
const wanted: readonly (readonly [end: RegExp, kind: Kind])[] = [
  [/\.USD$/, 'decimal'],
  [/coordinates$/, 'coordinates'],
  [/coordinates\[[\d.]+\]$/, 'number'],
  [/straight_line\.(?:feet|meters)$|spaces_remaining$|availability\.available$|expires_in$/, 'integer'],
  [/distance\.(?:meters|miles)$|height$|average_rating$/, 'number'],
  [/pw:location\.id$|location_id$/, 'digits'],
  [/purchase_options\[0\]\.id$/, 'text'],
  [/event_id$/, 'number or null'],
  [/(?:^|\.|_)id$/, 'integer'],
  [/(?:start|end)_time$/, 'time'],
  [/site_url$/, 'path'],
  [/URL$/, 'address'],
  [/(?:enabled|visible|on_demand|cancellable)$/, 'boolean'],
  [/purchase_options$/, 'array'],
  [
    /(?:availability|curated_data|max_dimensions|_embedded|entrances\[\]|photos\[\]|options\[\]|options\[0\])$/,
    'object',
  ],
  [/^(?:data)?\[\]$|^\[0\]$/, 'object'],
  [/\.name$|^access_token$|\.(?:address1|city|state|postal_code|status|href|email)$|^type$/, 'text'],
];

const kindOf = (read: string): Kind => {
  const found = wanted.find(([end]) => end.test(read));
  if (found === undefined) throw new Error(`in which form is ${read} wanted?`);
  return found[1];
};

const placeholders: readonly (readonly [string, string])[] = [
  ['{lat},{lng}', '41.8858,-87.6229'],
  ['{event_id}', '9001'],
  ['{venue_id}', '501'],
  ['{location_id}', '1'],
  ['{YYYY-MM-DD}', '2026-11-22'],
  ['{yyyy-MM-ddTHH:mm:ssZ}', '2026-11-22T10:00:00Z'],
  ['<PLATE>', 'ABC123'],
  ['<API_KEY>', 'f'.repeat(40)],
];

const idsAfter = (pattern: RegExp, texts: readonly string[]): readonly number[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, id]) => Number(id)))),
];

const longAgo = { startTime: Date.UTC(2021, 2, 5, 18), endTime: Date.UTC(2021, 2, 5, 20) };

/** A catalogue with something wherever these requests look. */
const contentFor = (requests: readonly ClientRequest[]): Partial<CatalogueContent> => {
  const texts = requests.flatMap(({ path, query, example_query }) => [
    path,
    ...Object.values({ ...query, ...example_query }),
  ]);
  const spots: Coordinates[] = [{ lat: 41.8858, lon: -87.6229 }];
  for (const text of texts) {
    for (const [, lat, lon] of text.matchAll(/coordinates:(-?\d+\.\d+),(-?\d+\.\d+)/g)) {
      spots.push({ lat: Number(lat), lon: Number(lon) });
    }
  }
  const venueIds = [501, ...idsAfter(/venue_id:(\d+)/g, texts), ...idsAfter(/venues\/+(\d+)/g, texts)];
  const eventIds = [9001, ...idsAfter(/event_id:(\d+)/g, texts)];
  const [home = { lat: 0, lon: 0 }] = spots;
  return {
    ratePlans: [
      aRatePlan({
        duration: { tiers: [{ upToMinutes: 60 * 24 * 7, priceMinor: 0 }] },
        event: { priceMinor: 0, opensMinutesBefore: 60, closesMinutesAfter: 60 },
      }),
    ],
    locations: spots.map((spot, index) =>
      aLocation({
        id: locationId(index + 1),
        coordinates: spot,
        entrances: [{ ...spot, maxHeightInches: 80 }],
        options: [anOption({ capacity: 5 })],
        photos: [{ sizes: { original: { url: '/photos/1.jpg', width: 640, height: 480 } } }],
      }),
    ),
    reviews: spots.map((_, index) => aReview({ id: reviewId(index + 1), locationId: locationId(index + 1) })),
    venues: [
      ...[...new Set(venueIds)].map((id) => aVenue({ id: venueId(id), coordinates: home })),
      ...spots.map((spot, index) => aVenue({ id: venueId(70_000 + index), coordinates: spot })),
    ],
    events: [
      ...eventIds.map((id) => anEvent({ id: eventId(id) })),
      ...venueIds.slice(1).map((id, index) => anEvent({ id: eventId(80_000 + index), venueId: venueId(id) })),
      ...venueIds
        .slice(1)
        .map((id, index) => anEvent({ ...longAgo, id: eventId(90_000 + index), venueId: venueId(id) })),
    ],
  };
};

/** Everything that stands at the end of a path: `[]` is each element, `[0..1]` the first two. */
const valuesAt = (body: unknown, read: string): readonly unknown[] => {
  const keys = read.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];
  let found: readonly unknown[] = [body];
  for (const key of keys) {
    found = found.flatMap((value): readonly unknown[] => {
      if (!key.startsWith('[')) return [at(value, key)];
      if (!Array.isArray(value)) return [undefined];
      if (key === '[]') return value;
      return key === '[0..1]' ? [value[0], value[1]] : [value[Number(key.slice(1, -1))]];
    });
  }
  return found;
};

/** What these clients would stumble over in an answer. */
const stumbles = (body: unknown, read: string): readonly string[] => {
  const kind = kindOf(read);
  return valuesAt(body, read)
    .filter((value) => !isOfKind(value, kind))
    .map((value) => `${read}: ${JSON.stringify(value)?.slice(0, 80)} is no ${kind}`);
};

/** A remark instead of a path; what it says is in `expectedFailures`, or in another read. */
const isRemark = (read: string): boolean => /[( ]/.test(read);

const isThere = existsSync(file);
const skip = isThere
  ? false
  : 'no requests of real clients here: set PARKING_TEST_REAL_CLIENTS to their file';

describe('requests of real clients', { skip }, () => {
  const requests = isThere ? readRequests() : [];
  let stage: Stage;
  let secrets: readonly (readonly [string, string])[];

  const fill = (text: string): string =>
    [...placeholders, ...secrets].reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
  const fillAll = (map: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(map).map(([name, value]) => [name, fill(value)]));

  const freeQuote = async (): Promise<string> => {
    const query = 'q=location_id:1&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
    return String(at((await stage.server.send(`/v4/quotes?${query}`)).body, 0, 'purchase_options', 0, 'id'));
  };

  before(async () => {
    stage = await openStage({ content: contentFor(requests), curie: 'pw' });
    const { id, secret } = stage.client;
    secrets = [
      ['<EMAIL>', userEmail],
      ['<PASSWORD>', userPassword],
      ['<CLIENT_ID>', id],
      ['<CLIENT_SECRET>', secret],
      ['<ACCESS_TOKEN>', stage.tokens.user],
      ['<QUOTE_ID>', await freeQuote()],
    ];
    const form = { quote_id: await freeQuote(), final_price: '0' };
    const booked = await stage.server.send('/v4/bookings', {
      method: 'POST',
      form,
      token: stage.tokens.user,
    });
    secrets = [...secrets, ['/88236950', `/${at(booked.body, 0, 'id')}`]];
  });
  after(() => stage.close());

  const headersOf = ({ id, headers }: ClientRequest): Readonly<Record<string, string>> => {
    const { id: client, secret } = stage.client;
    const basic = `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`;
    return fillAll(id === 'oauth-client-credentials-basic' ? { ...headers, Authorization: basic } : headers);
  };

  const send = (request: ClientRequest): Promise<Received> => {
    const query = new URLSearchParams(fillAll({ ...request.query, ...request.example_query }));
    return stage.server.send(`${fill(request.path)}?&${query}`, {
      method: request.method,
      headers: headersOf(request),
      ...(request.form !== null && { form: fillAll(request.form) }),
    });
  };

  /** Requests whose list was empty, so that their reads proved nothing. */
  const empty: string[] = [];

  for (const request of requests) {
    it(`${request.id} finds what it reads`, async () => {
      const received = await send(request);
      const expected = expectedFailures.get(request.id);
      if (expected !== undefined) {
        assert.equal(received.status, expected);
        assert.ok(codeOf(received.body), 'an error in the documented form');
        return;
      }
      assert.ok(received.status === 200 || received.status === 201, `${received.status} ${received.text}`);
      const records = at(received.body, 'data') ?? received.body;
      if (Array.isArray(records) && records.length === 0) empty.push(request.id);
      const asked = request.reads.filter(
        (read) => !isRemark(read) && !presence.has(read) && !presence.has(`${request.id} ${read}`),
      );
      assert.deepEqual(
        asked.flatMap((read) => stumbles(received.body, read)),
        [],
      );
    });
  }

  it('finds something nearly everywhere', () => {
    assert.deepEqual(empty, [...mayBeEmpty]);
  });
});
