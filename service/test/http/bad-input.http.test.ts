import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { IsObject } from 'typebox';
import type { AnyRoute } from '../../src/base/route.js';
import { conventionNames } from '../../src/http/conventions/conventions.js';
import type { Received, Sent } from './harness.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Ways to write a parameter that no row may take. */
const malformed = (name: string): readonly string[] => [
  `${name}=1&${name}=2`,
  `${name}[$ne]=`,
  `${name}[]=1`,
  `${name}%5B%24gt%5D=1`,
  `${name}[a][b]=1`,
  `${name}=a%00b`,
  `${name}=%zz`,
  `${name}=%c3%28`,
  `${name}=%`,
  `${name}=${'x'.repeat(5000)}`,
];

const malformedJson: readonly unknown[] = [
  {},
  { $ne: '' },
  [{}],
  { toString: 1 },
  { toString: false, valueOf: null },
  'a\0',
  '\ud800',
  ['\udc00a'],
];

const pathNames = (row: AnyRoute): readonly string[] =>
  [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const bodyNames = (row: AnyRoute): readonly string[] =>
  (IsObject(row.input) ? Object.keys(row.input.properties) : []).filter(
    (name) => !pathNames(row).includes(name),
  );

const names = (row: AnyRoute): readonly string[] => [...bodyNames(row), ...conventionNames(row)];

/** Unknown names in `fields` are ignored, however long; so is what does not switch the envelope on. */
const isHarmless = (row: AnyRoute, name: string, text: string): boolean =>
  (name === 'fields' || name === 'envelope' || (name === 'result_format' && row.isList !== true)) &&
  text.endsWith('xxx');

describe('bad input', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  const pathOf = (row: AnyRoute): string => `/v4${row.path.replace(/:\w+/g, '501')}`;
  const tokenFor = ({ access }: AnyRoute): Sent => {
    if (access === 'user') return { token: stage.tokens.user };
    return typeof access === 'object' ? { token: stage.tokens.internal } : {};
  };

  const assertRefused = (row: AnyRoute, received: Received, name: string, what: string): void => {
    assert.equal(received.status, 400, what);
    if (row.hasOAuthErrors === true) {
      assert.equal(at(received.body, 'error'), 'invalid_request', what);
      assert.ok(String(at(received.body, 'error_description')).includes(name), what);
      return;
    }
    // What is missing besides may follow.
    assert.equal(at(fieldsOf(received.body), 0), name, what);
    assert.equal(at(received.body, 'errors', 0, 'status'), 400, what);
  };

  it('is refused in every parameter of every row, in query and form, and stores nothing', async () => {
    const stored = await stage.storedCount();
    for (const row of stage.rows) {
      for (const name of names(row)) {
        for (const text of malformed(name).filter((written) => !isHarmless(row, name, written))) {
          const what = `${row.operation} ${text.slice(0, 60)}`;
          const inQuery = await stage.server.send(`${pathOf(row)}?${text}`, {
            method: row.method,
            ...tokenFor(row),
          });
          assertRefused(row, inQuery, name, what);
          if (row.method !== 'POST') continue;
          const sent = { method: 'POST', headers: formType, body: text, ...tokenFor(row) };
          assertRefused(row, await stage.server.send(pathOf(row), sent), name, `${what} (form)`);
        }
      }
    }
    assert.equal(await stage.storedCount(), stored);
  });

  it('is refused in every parameter of every row in JSON', async () => {
    const stored = await stage.storedCount();
    for (const row of stage.rows.filter(({ method }) => method === 'POST')) {
      for (const name of names(row)) {
        const isIgnored = (value: unknown): boolean =>
          typeof value === 'string' && !bodyNames(row).includes(name);
        for (const value of malformedJson.filter((each) => !isIgnored(each))) {
          const sent = { method: 'POST', json: { [name]: value }, ...tokenFor(row) };
          const received = await stage.server.send(pathOf(row), sent);
          assert.equal(received.status, 400, `${row.operation} ${name}`);
        }
      }
    }
    assert.equal(await stage.storedCount(), stored);
  });

  it('is refused where it nests without end', async () => {
    const deep = 30_000;
    const nests = [
      `${'['.repeat(deep)}1${']'.repeat(deep)}`,
      `${'{"a":'.repeat(deep / 3)}1${'}'.repeat(deep / 3)}`,
    ];
    for (const row of stage.rows.filter(({ method }) => method === 'POST')) {
      for (const name of names(row)) {
        for (const nest of nests) {
          const body = `{"${name}":${nest}}`;
          const sent = {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
            ...tokenFor(row),
          };
          const { status, text } = await stage.server.send(pathOf(row), sent);
          assert.equal(status, 400, `${row.operation} ${name}: ${text}`);
        }
      }
    }
  });

  it('finds nothing under an id that is none', async () => {
    const ids = [
      'abc',
      '-1',
      '1.5',
      '1e3',
      '0x1',
      '99999999999999999999',
      '1%2F2',
      '$ne',
      '123_456',
      '%5Bobject%5D',
    ];
    for (const row of stage.rows.filter((each) => pathNames(each).length > 0)) {
      for (const id of ids) {
        const path = `/v4${row.path.replace(/:\w+/g, id)}`;
        const sent = { method: row.method, token: stage.tokens.partner };
        const { status, body } = await stage.server.send(path, sent);
        assert.equal(status, 404, `${row.operation} ${id}`);
        assert.match(String(codeOf(body)), /_not_found$/);
      }
    }
  });

  const place = 'q=coordinates:41.8858,-87.6229';
  const times = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
  const searches: readonly (readonly [query: string, fields: readonly string[]])[] = [
    ['', ['q']],
    [place, ['start_time', 'end_time']],
    [`${place}&start_time=2026-11-22T10:00`, ['end_time']],
    [`${place}&start_time=2026-02-30T10:00&end_time=2026-03-02T10:00`, ['start_time']],
    [`${place}&start_time=2026-11-22T25:00&end_time=2026-11-23T10:00`, ['start_time']],
    [`${place}&start_time=yesterday&end_time=tomorrow`, ['start_time', 'end_time']],
    [
      `${place}&start_time=Sat%20Apr%2021%202018%2010:00:00%20GMT-0500%20(CDT)&end_time=2026-11-22T12:00`,
      ['start_time'],
    ],
    [`q=coordinates:91,0&${times}`, ['q']],
    [`q=coordinates:1e999,0&${times}`, ['q']],
    [`q=coordinates:NaN,NaN&${times}`, ['q']],
    [`q=coordinates:41.8858-87.6229&${times}`, ['q']],
    [`${place}%20distance:-1&${times}`, ['q']],
    [`${place}%20distance=2.0&${times}`, ['q']],
    [`${place}%20distance:1e300&${times}`, ['q']],
    [`q=ORD&${times}`, ['q']],
    [`q=venue_id:abc&${times}`, ['q']],
    [`q=bounds:1,2,3&${times}`, ['q']],
    [`${place}&${times}&sort=colour`, ['sort']],
    [`${place}&${times}&sort=distance:up`, ['sort']],
    [`${place}&${times}&event_id=x`, ['event_id']],
    [`${place}&${times}&capabilities=ble_vend`, ['capabilities']],
    [`${place}&${times}&capabilities=capture_plate:always,ble_vend:x`, ['capabilities']],
    [`${place}&${times}&zoom=svc:nothing`, ['zoom']],
    [`${place}&${times}&zoom=location`, ['zoom']],
    [`${place}&${times}&result_format=xml`, ['result_format']],
    [`${place}&${times}&result_format=stats&fields=sum`, ['fields']],
    [`${place}&${times}&per_page=1e9`, ['per_page']],
  ];
  for (const [query, fields] of searches) {
    it(`is refused on /quotes?${query}`, async () => {
      const { status, body } = await stage.server.send(`/v4/quotes?${query}`);
      assert.deepEqual([status, fieldsOf(body)], [400, fields]);
    });
  }

  it('is refused when a search ends before it starts', async () => {
    const query = `${place}&start_time=2026-11-22T12:00&end_time=2026-11-22T10:00`;
    const { status, body } = await stage.server.send(`/v4/quotes?${query}`);
    assert.equal(status, 400);
    assert.ok(Array.isArray(fieldsOf(body)));
  });

  const lists: readonly (readonly [path: string, field: string])[] = [
    ['/v4/venues?q=ORD', 'q'],
    ['/v4/venues?q=coordinates:x', 'q'],
    ['/v4/venues?q=name:M%C3%BCnchen', 'q'],
    ['/v4/venues?sort=age', 'sort'],
    ['/v4/venues?sort=__proto__', 'sort'],
    ['/v4/venues?enhanced_airport=maybe', 'enhanced_airport'],
    ['/v4/events?venue_id=1,x', 'venue_id'],
    ['/v4/events?q=starting_after:2026-02-30T00:00', 'q'],
    ['/v4/events?q=starting_after:2026-01-01%20starting_after:2026-01-02', 'q'],
    ['/v4/events?include_tbd=2', 'include_tbd'],
    ['/v4/venues/501/events?sort=start_time:sideways', 'sort'],
  ];
  for (const [path, field] of lists) {
    it(`is refused on ${path}`, async () => {
      const { status, body } = await stage.server.send(path);
      assert.deepEqual([status, fieldsOf(body)], [400, [field]]);
    });
  }

  const prices = ['abc', '1e3', '-', '1,5', '99999999999999999', 'Infinity', '0x10', '1.2.3', '٣'];
  for (const price of prices) {
    it(`is refused as a final price of ${price}`, async () => {
      const form = { quote_id: 'x', final_price: price, customer_email: 'a@b.cc' };
      const { status, body } = await stage.server.send('/v4/bookings', { method: 'POST', form });
      assert.deepEqual([status, fieldsOf(body)], [400, ['final_price']]);
    });
  }

  it('names every parameter that is malformed', async () => {
    const form = { quote_id: 'x', final_price: 'x', invoice: 'x', plate_number: 'x'.repeat(100) };
    const { body } = await stage.server.send('/v4/bookings', { method: 'POST', form });
    assert.deepEqual(
      new Set(Array.from(Object(fieldsOf(body)))),
      new Set(['final_price', 'invoice', 'plate_number']),
    );
  });

  it('is ignored in parameters that nobody knows', async () => {
    const unknown = 'api_key=%27&response=1&return=x&utm[]=1&x=1&x=2&routing_style=any&email=';
    const { status } = await stage.server.send(`/v4/quotes?&${place}&${times}&${unknown}`);
    assert.equal(status, 200);
  });
});
