import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import LinkHeader from 'http-link-header';
import { Client } from 'ketting';
import { eventId } from '#service/base/ids.js';
import { anEvent } from '#service-test/catalogue/builders.js';
import { goodContent } from '#service-test/http/good-requests.js';
import { at } from '#service-test/http/read.js';
import { openStage, type Stage } from '#service-test/http/stage.js';

const hourMs = 3_600_000;
const plenty = Array.from({ length: 5 }, (_, index) =>
  anEvent({ id: eventId(9001 + index), startTime: anEvent().startTime + index * hourMs }),
);

describe('a HAL client that knows nothing of this API', () => {
  let stage: Stage;
  let client: Client;
  before(async () => {
    stage = await openStage({ content: { ...goodContent, events: plenty } });
    client = new Client(`${stage.server.url}/v4/`);
  });
  after(() => stage.close());

  it('follows links from a venue to its events, an event, its venue again, and its quotes', async () => {
    const venue = await client.go('venues/501').get();
    assert.equal(venue.contentHeaders().get('content-type'), 'application/hal+json');
    assert.equal(venue.data.name, 'Lakeside Arena');
    const events = await venue.follow('svc:events').get();
    const [first] = events.data;
    const event = await client.go(first._links.self.href).get();
    assert.equal(event.data.id, 9001);
    assert.equal(event.data._links, undefined, 'the client has taken the links out');

    const back = await event.follow('svc:venue').get();
    assert.deepEqual([back.uri, back.data.id], [venue.uri, 501]);
    const quotes = await event.follow('svc:quotes').get();
    const option = quotes.data[0].purchase_options.find(
      (each: unknown) => at(each, 'price', 'USD') === '0.00',
    );
    assert.equal(quotes.data[0].location_id, '101');
    assert.ok(option.id);
  });

  it('takes an embedded record for the one its address leads to', async () => {
    const fresh = new Client(`${stage.server.url}/v4/`);
    const event = await fresh.go('events/9001').get();
    const venue = event.links.get('svc:venue');
    assert.ok(venue !== undefined);
    const asked: string[] = [];
    fresh.use(async (request, next) => {
      asked.push(request.url);
      return next(request);
    });
    const embedded = await event.follow('svc:venue').get();
    assert.deepEqual([embedded.data.name, asked], ['Lakeside Arena', []], 'no request was needed');
  });

  it('knows what a prefix stands for', async () => {
    const body = await (await fetch(`${stage.server.url}/v4/venues/501`)).json();
    const curies = at(body, '_links', 'curies');
    assert.deepEqual(curies, [
      { name: 'svc', href: `${stage.server.url}/v4/{rel}`, templated: true },
      { name: 'site', href: `${stage.server.url}/{rel}`, templated: true },
    ]);
  });

  it('walks through the pages of a list by its Link header', async () => {
    const seen: unknown[] = [];
    let page = await client.go('events?per_page=2&sort=start_time:asc').get();
    for (;;) {
      seen.push(...page.data.map(({ id }: { id: unknown }) => id));
      if (page.links.get('next') === undefined) break;
      page = await page.follow('next').get();
    }
    assert.deepEqual(seen, [9001, 9002, 9003, 9004, 9005]);
  });

  it('walks through the pages of an envelope by its links', async () => {
    const first = await client.go('events?per_page=3&envelope=true').get();
    const second = await first.follow('next').get();
    const ids = [...first.data.data, ...second.data.data].map(({ id }) => id);
    assert.deepEqual([ids, second.links.get('next')], [[9001, 9002, 9003, 9004, 9005], undefined]);
  });
});

describe('the Link header', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content: { ...goodContent, events: plenty } });
  });
  after(() => stage.close());

  it('is read by a parser of RFC 8288, whatever the query holds', async () => {
    const odd = `${stage.server.url}/v4/events?per_page=2&page=2&x=${encodeURIComponent('a",; rel=next <b>')}`;
    const link = LinkHeader.parse((await fetch(odd)).headers.get('link') ?? '');
    assert.deepEqual(
      link.refs.map(({ rel }) => rel),
      ['first', 'prev', 'next', 'last'],
    );
    const next = new URL(link.get('rel', 'next')[0]?.uri ?? '');
    assert.deepEqual(
      ['page', 'per_page', 'x'].map((name) => next.searchParams.get(name)),
      ['3', '2', 'a",; rel=next <b>'],
    );
    const last = await (await fetch(next)).json();
    assert.deepEqual([at(last, 0, 'id'), at(last, 1)], [9005, undefined]);
  });
});

describe('the type of an answer', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content: goodContent });
  });
  after(() => stage.close());

  const typeFor = async (path: string, accept: string): Promise<unknown> => {
    const { headers } = await stage.server.send(path, { headers: { accept } });
    return headers['content-type'];
  };
  const json = 'application/json; charset=utf-8';
  const cases: readonly (readonly [accept: string, path: string, type: string])[] = [
    ['application/hal+json', '/v4/venues/501', 'application/hal+json'],
    ['application/hal+json;q=0.9, application/json;q=0.7', '/v4/venues/501', 'application/hal+json'],
    ['application/json, application/hal+json;q=0.5', '/v4/venues/501', json],
    ['*/*', '/v4/venues/501', json],
    ['text/html', '/v4/venues/501', json],
    ['application/hal+json', '/v4/venues', json],
    ['application/hal+json', '/v4/venues?envelope=true', 'application/hal+json'],
    ['application/hal+json', '/v4/venues/1', json],
  ];
  for (const [accept, path, type] of cases) {
    it(`is ${type} for ${accept} at ${path}`, async () => {
      assert.equal(await typeFor(path, accept), type);
    });
  }
});
