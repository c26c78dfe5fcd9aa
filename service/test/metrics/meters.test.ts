import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partnerId } from '../../src/base/ids.js';
import { createMeters } from '../../src/metrics/create-meters.js';
import { otherPartners } from '../../src/metrics/partner-labels.js';
import type { Reading } from '../../src/metrics/shared-reading.js';
import type { Standing } from '../../src/metrics/standing.js';
import { attemptOf, noon, openMeters, partnerOf, readingOf } from './every-series.js';
import { readExposition } from './read-exposition.js';

const nothingRead: Reading<Standing> = { value: undefined, isUp: false, ageMs: undefined };

const samplesOf = async (
  meters: ReturnType<typeof openMeters>,
  standing: Reading<Standing> = nothingRead,
): Promise<ReadonlyMap<string, number>> =>
  readExposition(await meters.text({ isDatabaseUp: true, standing, now: noon })).samples;

const namesWith = (samples: ReadonlyMap<string, number>, part: string): readonly string[] =>
  [...samples.keys()].filter((name) => name.includes(part));

describe('what a scrape says', () => {
  it('escapes what stands in a label', async () => {
    const meters = openMeters();
    meters.dispatchEvents.onAttempt({ ...attemptOf('a"b\\c\nd'), st: 'delivered' });
    const text = await meters.text({ isDatabaseUp: true, standing: nothingRead, now: noon });
    assert.ok(text.includes('parking_attempts_total{partner="a\\"b\\\\c\\nd",reason="accepted"} 1\n'));
    const { labels } = readExposition(text);
    assert.deepEqual([...(labels.get('parking_attempts_total')?.get('partner') ?? [])], ['a"b\\c\nd']);
  });

  it('puts durations in seconds into buckets that end at the deadline of an exchange', async () => {
    const meters = openMeters();
    for (const durationMs of [5, 6, 9_000, 10_000, 10_001]) {
      meters.dispatchEvents.onAttempt({ ...attemptOf('acme', { durationMs }), st: 'open' });
    }
    const samples = await samplesOf(meters);
    const bucket = (le: string) => samples.get(`parking_attempt_duration_seconds_bucket{le="${le}"}`);
    assert.deepEqual(['0.005', '0.01', '5', '10', '+Inf'].map(bucket), [1, 2, 2, 4, 5]);
    assert.equal(samples.get('parking_attempt_duration_seconds_sum'), 29.012);
    assert.equal(samples.get('parking_partner_attempt_seconds_total{partner="acme"}'), 29.012);
    assert.deepEqual(namesWith(samples, 'parking_deliveries_ended_total'), [], 'none of them ended');
  });

  it('tells claims that others made from those it got', async () => {
    const meters = openMeters();
    meters.dispatchEvents.onSweep({ partner: partnerId('acme'), found: 5, claimed: 3 });
    meters.dispatchEvents.onSweep({ partner: partnerId('acme'), found: 0, claimed: 0 });
    meters.dispatchEvents.onLeaseLost(2);
    const samples = await samplesOf(meters);
    assert.equal(samples.get('parking_claims_lost_total'), 2);
    assert.equal(samples.get('parking_leases_lost_total'), 2);
    assert.equal(samples.get('parking_sweep_deliveries_sum'), 3);
    assert.equal(samples.get('parking_sweep_deliveries_bucket{le="0"}'), 1);
  });

  it('shows what was read, and the age of what waits at this very moment', async () => {
    const samples = await samplesOf(openMeters(), readingOf([partnerOf('acme', { unauthorisedInRow: 2 })]));
    const acme = (name: string) => samples.get(`parking_${name}{partner="acme"}`);
    assert.deepEqual(
      [
        'backlog_notices',
        'due_notices',
        'in_flight_notices',
        'oldest_waiting_seconds',
        'unauthorised_in_row',
      ].map(acme),
      [3, 2, 1, 90, 2],
    );
    assert.equal(samples.get('parking_endpoint_state{partner="acme",state="live"}'), 1);
    assert.equal(samples.get('parking_breaker_state{partner="acme",state="closed"}'), 1);
    const whole = [
      'outbox_oldest_seconds',
      'outbox_stuck_bookings',
      'clock_offset_seconds',
      'reading_age_seconds',
    ];
    assert.deepEqual(
      whole.map((name) => samples.get(`parking_${name}`)),
      [2, 1, -0.25, 1.5],
    );
    assert.equal(samples.get('parking_disk_free_bytes'), 10);
  });

  it('leaves no state behind that a partner is no longer in', async () => {
    const meters = openMeters();
    await samplesOf(meters, readingOf([partnerOf('acme', { paused: 'unauthorised' })]));
    const samples = await samplesOf(meters, readingOf([partnerOf('acme')]));
    assert.deepEqual(namesWith(samples, 'parking_endpoint_state{'), [
      'parking_endpoint_state{partner="acme",state="live"}',
    ]);
    assert.equal(samples.get('parking_endpoints{state="paused_unauthorised"}'), 0);
  });

  it('calls an endpoint off that is paused too, as operators see it', async () => {
    const samples = await samplesOf(
      openMeters(),
      readingOf([partnerOf('acme', { live: null, paused: 'unauthorised' })]),
    );
    assert.deepEqual(namesWith(samples, 'parking_endpoint_state{'), [
      'parking_endpoint_state{partner="acme",state="off"}',
    ]);
  });

  it('shows the old header while it lives', async () => {
    const { endpoint } = partnerOf('acme');
    assert.ok(endpoint !== null);
    const rotated = (until: number) =>
      partnerOf('acme', {
        endpoint: {
          ...endpoint,
          previous: { authHeaderValueSealed: 'sealed', until, uses: 3, lastUsedAt: noon - 1_000 },
        },
      });
    const meters = openMeters();
    const during = await samplesOf(meters, readingOf([rotated(noon + 1)]));
    assert.equal(
      during.get('parking_old_header_expiry_timestamp_seconds{partner="acme"}'),
      (noon + 1) / 1_000,
    );
    assert.equal(
      during.get('parking_old_header_last_use_timestamp_seconds{partner="acme"}'),
      (noon - 1_000) / 1_000,
    );
    assert.deepEqual(namesWith(await samplesOf(meters, readingOf([rotated(noon)])), 'old_header_expiry'), []);
  });

  it('says that it cannot read, and shows no figure that nobody has read', async () => {
    const meters = openMeters();
    await samplesOf(meters, readingOf([partnerOf('acme')]));
    const samples = await samplesOf(meters);
    assert.equal(samples.get('parking_reading_up'), 0);
    const read = [
      'backlog',
      'oldest',
      'outbox_',
      'clock_offset',
      'disk',
      'endpoint',
      'breakers',
      'reading_age',
    ];
    assert.deepEqual(
      read.flatMap((part) => namesWith(samples, `parking_${part}`)),
      [],
    );
  });
});

describe('series of partners', () => {
  it('begin at 0 for faults, so that the first one is a rise', async () => {
    const samples = await samplesOf(openMeters(), readingOf([partnerOf('acme')]));
    assert.equal(samples.get('parking_contract_faults_total{partner="acme"}'), 0);
  });

  it('end with the partner', async () => {
    const meters = openMeters();
    for (const id of ['acme', 'gone']) {
      const ended = attemptOf(id, { isContractFault: true });
      meters.dispatchEvents.onAttempt({ ...ended, st: 'delivered' });
    }
    const samples = await samplesOf(meters, readingOf([partnerOf('acme')]));
    assert.deepEqual(namesWith(samples, '"gone"'), []);
    assert.equal(samples.get('parking_attempts_total{partner="acme",reason="accepted"}'), 1);
  });

  it('are so many and no more; the rest share one', async () => {
    const meters = openMeters(2);
    for (let each = 0; each < 50; each += 1) {
      meters.dispatchEvents.onAttempt({ ...attemptOf(`p${each}`), st: 'delivered' });
    }
    const samples = await samplesOf(meters);
    assert.deepEqual(
      namesWith(samples, 'parking_attempts_total').map((name) => samples.get(name)),
      [1, 1, 48],
    );
    assert.equal(samples.get(`parking_attempts_total{partner="${otherPartners}",reason="accepted"}`), 48);
  });

  it('are none of the dispatcher where there is none, so that its silence means something', async () => {
    const build = { version: '0.1.0', node: 'v20', engine: 'mongodb', mode: 'api' };
    const samples = await samplesOf(createMeters({ build, hasDispatcher: false }));
    assert.deepEqual(namesWith(samples, 'dispatch_passes'), []);
    assert.equal(
      samples.get('parking_build_info{version="0.1.0",node="v20",engine="mongodb",mode="api"}'),
      1,
    );
  });
});
