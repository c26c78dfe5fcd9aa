import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  formatInZone,
  instantAt,
  instantToWall,
  parseWrittenTime,
  wallToInstant,
} from '../../src/base/zoned-time.js';

const instant = (text: string, zone: string, isOffsetRespected = false): string => {
  const written = parseWrittenTime(text);
  assert.ok(written !== undefined, text);
  return formatInZone(instantAt(written, zone, isOffsetRespected), zone);
};

describe('written times', () => {
  it('reads every form that clients send, in the zone of the place', () => {
    const forms = [
      '2026-03-01T08:00',
      '2026-03-01T08:00:00',
      '2026-03-01T08:00:00.000Z',
      '2026-03-01T08:00:00-06:00',
      '2026-03-01 08:00',
      ' 2026-03-01T08:00 ',
    ];
    for (const form of forms)
      assert.equal(instant(form, 'America/Chicago'), '2026-03-01T08:00:00.000-06:00', form);
  });

  it('respects an offset where asked to', () => {
    assert.equal(instant('2026-03-01T08:00:00Z', 'Europe/Berlin', true), '2026-03-01T09:00:00.000+01:00');
  });

  it('refuses what is no time', () => {
    const wrong = [
      '',
      'x',
      '2026-02-30T10:00',
      '2026-13-01T10:00',
      '2026-01-01T24:01',
      '2026-01-01T10:61',
      '0001-01-01T10:00',
      '20260101',
      'Sat Apr 21 2018 10:00:00 GMT-0500 (CDT)',
      '2026-01-01T10:00+99:00',
      '2026-01-01T10',
      '99999-01-01T00:00',
      '2026-01-01T10:00\u0000',
    ];
    for (const text of wrong) assert.equal(parseWrittenTime(text), undefined, text);
  });

  it('moves a time in the spring gap forward and takes the earlier one in the autumn overlap', () => {
    assert.equal(instant('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T03:30:00.000+02:00');
    assert.equal(instant('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T02:30:00.000+02:00');
    assert.equal(instant('2026-03-08T02:30', 'America/Chicago'), '2026-03-08T03:30:00.000-05:00');
    assert.equal(instant('2026-11-01T01:30', 'America/Chicago'), '2026-11-01T01:30:00.000-05:00');
  });

  it('never writes Z', () => {
    assert.equal(formatInZone(0, 'UTC'), '1970-01-01T00:00:00.000+00:00');
    assert.equal(formatInZone(0, 'Asia/Kolkata'), '1970-01-01T05:30:00.000+05:30');
  });

  it('agrees with a calendar library at any instant', () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/Chicago',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
    );
    const instants = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2037, 0) });
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const shown = DateTime.fromMillis(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ");
        assert.equal(formatInZone(at, zone), shown);
        const again = wallToInstant(instantToWall(at, zone), zone);
        assert.ok(again === at || again < at, 'only an overlap may come back as the earlier instant');
      }),
    );
  });
});
