import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FourPartners, openFourPartners } from './four-partners.js';
import { readExposition } from './read-exposition.js';

describe('GET /metrics over four partners: one answers 202, one 404, one 401, one hangs', () => {
  let stage: FourPartners;
  before(async () => {
    stage = await openFourPartners();
  });
  after(() => stage.close());

  const scraped = async () => {
    const { status, type, text } = await stage.scrape();
    assert.deepEqual([status, type], [200, 'text/plain; version=0.0.4; charset=utf-8']);
    return readExposition(text);
  };

  /** The samples whose name begins so, but for those of the demo's partner. */
  const startingWith = (samples: ReadonlyMap<string, number>, start: string) =>
    Object.fromEntries(
      [...samples].filter(([name]) => name.startsWith(start) && !name.includes('partner="demo"')).sort(),
    );

  it("asks for the operator's token", async () => {
    const refused = [await stage.scrape({}), await stage.scrape({ authorization: 'Bearer guessed' })];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [401, 401],
    );
    for (const { text } of refused) assert.doesNotMatch(text, /parking_/);
  });

  it('has nothing to tell before, and knows exactly what happened after', async () => {
    const tokens: string[] = [];
    for (const [id, { url }] of Object.entries(stage.sites)) tokens.push(await stage.addPartner(id, url));
    const { samples: first } = await scraped();
    assert.deepEqual(startingWith(first, 'parking_attempts_total'), {});
    assert.equal(first.get('parking_bookings_total{change="made"}'), 0);
    assert.equal(first.get('parking_attempt_duration_seconds_count'), 0);

    for (const token of tokens) await stage.book(token);
    await stage.hear('notice', 3);
    const { samples: second } = await scraped();
    assert.deepEqual(startingWith(second, 'parking_attempts_total'), {
      'parking_attempts_total{partner="accepts",reason="accepted"}': 1,
      'parking_attempts_total{partner="misses",reason="not_found"}': 1,
      'parking_attempts_total{partner="refuses",reason="unauthorised"}': 1,
    });
    assert.deepEqual(startingWith(second, 'parking_deliveries_ended_total'), {
      'parking_deliveries_ended_total{partner="accepts",state="delivered"}': 1,
      'parking_deliveries_ended_total{partner="refuses",state="unauthorised"}': 1,
    });
    assert.equal(second.get('parking_attempt_duration_seconds_count'), 3);
    assert.equal(second.get('parking_attempt_duration_seconds_bucket{le="+Inf"}'), 3);
    assert.equal(second.get('parking_searches_total'), 4);
    assert.deepEqual(startingWith(second, 'parking_bookings_total'), {
      'parking_bookings_total{change="cancelled"}': 0,
      'parking_bookings_total{change="made"}': 4,
    });
    assert.deepEqual(startingWith(second, 'parking_notices_handed_over_total'), {
      'parking_notices_handed_over_total{kind="cancel"}': 0,
      'parking_notices_handed_over_total{kind="create"}': 4,
    });
    assert.deepEqual(startingWith(second, 'parking_http_requests_total{operation="booking.'), {
      'parking_http_requests_total{operation="booking.create",status="2xx"}': 4,
      'parking_http_requests_total{operation="booking.preview",status="2xx"}': 4,
    });
    assert.equal(second.get('parking_http_requests_total{operation="metrics.scrape",status="4xx"}'), 2);
  });

  it('says what waits, as the database knows it', async () => {
    await stage.stored('accepts', 'delivered');
    await stage.stored('refuses', 'unauthorised');
    stage.jump(5_000);
    const { samples } = await scraped();
    assert.deepEqual(startingWith(samples, 'parking_backlog_notices'), {
      'parking_backlog_notices{partner="accepts"}': 0,
      'parking_backlog_notices{partner="hangs"}': 1,
      'parking_backlog_notices{partner="misses"}': 1,
      'parking_backlog_notices{partner="refuses"}': 0,
    });
    assert.equal(samples.get('parking_in_flight_notices{partner="hangs"}'), 1);
    assert.equal(samples.get('parking_oldest_waiting_seconds{partner="accepts"}'), 0);
    for (const id of ['hangs', 'misses']) {
      const seconds = samples.get(`parking_oldest_waiting_seconds{partner="${id}"}`) ?? 0;
      assert.ok(seconds >= 5 && seconds < 60, `${id}: ${seconds}`);
    }
    assert.deepEqual(startingWith(samples, 'parking_unauthorised_in_row'), {
      'parking_unauthorised_in_row{partner="accepts"}': 0,
      'parking_unauthorised_in_row{partner="hangs"}': 0,
      'parking_unauthorised_in_row{partner="misses"}': 0,
      'parking_unauthorised_in_row{partner="refuses"}': 1,
    });
    assert.deepEqual(startingWith(samples, 'parking_endpoints'), {
      'parking_endpoints{state="live"}': 4,
      'parking_endpoints{state="none"}': 1,
      'parking_endpoints{state="off"}': 0,
      'parking_endpoints{state="paused"}': 0,
      'parking_endpoints{state="paused_unauthorised"}': 0,
    });
    assert.equal(samples.get('parking_database_up'), 1);
    assert.equal(samples.get('parking_reading_up'), 1);
    assert.equal(samples.get('parking_outbox_stuck_bookings'), 0);
  });

  it('counts the exchange that hung once it has ended', async () => {
    const heard = stage.hear('notice', 4).then((lines) => lines.filter(({ partner }) => partner === 'hangs'));
    stage.hangUp();
    await heard;
    const { samples } = await scraped();
    assert.equal(samples.get('parking_attempts_total{partner="hangs",reason="connection"}'), 1);
  });

  it('stands beside one wide log line for each attempt, without secret or body', async () => {
    const lines = await stage.hear('notice', 4);
    const refused = lines.find(({ partner }) => partner === 'refuses') ?? assert.fail('no line');
    const { at, durationMs, delivery, booking, ...told } = refused;
    assert.deepEqual(told, {
      partner: 'refuses',
      kind: 'create',
      n: 1,
      status: 401,
      reason: 'unauthorised',
      isContractFault: false,
      header: 'current',
      isManual: false,
      st: 'unauthorised',
    });
    assert.equal(delivery, `${String(booking)}:create`);
    assert.ok([at, durationMs].every((value) => typeof value === 'number'));
    assert.equal(typeof lines.find(({ partner }) => partner === 'misses')?.['nextAt'], 'number');
    assert.doesNotMatch(JSON.stringify(lines), /the secret of|bodyExcerpt/);
  });
});
