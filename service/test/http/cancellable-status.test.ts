import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locale } from '../../src/base/locale.js';
import type { View } from '../../src/base/view.js';
import { cancellableStatus } from '../../src/http/representations/quotes/cancellable-status.js';

const view = (locale: Locale): View => ({
  version: 'v4',
  locale,
  siteUrl: 'http://localhost',
  baseUrl: 'http://localhost/v4',
  curie: 'svc',
  curies: '[]',
  isLicensed: false,
  shows: () => true,
  names: () => false,
  embeds: () => false,
});

const start = Date.UTC(2026, 10, 22, 12);
/** Cancellable until so many minutes before the start; `undefined`: never. */
const status = (minutesBefore: number | undefined, isNow: boolean, locale: Locale = 'en-US'): unknown => {
  const cancellableUntil = minutesBefore === undefined ? undefined : start - minutesBefore * 60_000;
  return JSON.parse(cancellableStatus({ start, cancellableUntil, isCancellableNow: isNow }, view(locale)));
};

describe('the cancellable status', () => {
  const table: readonly (readonly [number | undefined, boolean, string, string])[] = [
    [0, true, 'cancellable_until_start_time', 'Free cancellation until the start of the reservation'],
    [0, false, 'cancellable_until_start_time', 'The time of free cancellation has ended'],
    [
      60,
      true,
      'cancellable_until_before_start_time',
      'Free cancellation until 1 hour before the start of the reservation',
    ],
    [
      90,
      true,
      'cancellable_until_before_start_time',
      'Free cancellation until 90 minutes before the start of the reservation',
    ],
    [
      2880,
      true,
      'cancellable_until_before_start_time',
      'Free cancellation until 2 days before the start of the reservation',
    ],
    [60, false, 'cancellable_until_before_start_time', 'The time of free cancellation has ended'],
    [undefined, false, 'not_cancellable', 'This reservation cannot be cancelled'],
  ];
  for (const [minutes, isNow, code, message] of table)
    it(`${minutes} minutes before, ${isNow ? 'still' : 'no longer'}: ${message}`, () =>
      assert.deepEqual(status(minutes, isNow), { cancellable_now: isNow, code, message }));

  it('speaks French', () =>
    assert.deepEqual(status(1440, true, 'fr-CA'), {
      cancellable_now: true,
      code: 'cancellable_until_before_start_time',
      message: "Annulation gratuite jusqu'à 1 jour avant le début de la réservation",
    }));
});
