import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventId } from '../../src/base/ids.js';
import { createViews } from '../../src/http/conventions/views.js';
import { createRepresentations } from '../../src/http/representations/representations.js';
import { aBooking, noon } from '../bookings/builders.js';
import { anEvent, snapshotOf } from '../catalogue/builders.js';
import { at } from './read.js';

/** How a booking of event 9001 is shown while the catalogue knows that event so; `undefined`: it has gone. */
const shown = (timesTbd: boolean, now: boolean | undefined): unknown => {
  const events = now === undefined ? [] : [anEvent({ timesTbd: now })];
  const { booking } = createRepresentations({
    catalogue: { snapshot: () => snapshotOf({ events }) },
    clock: { now: () => noon },
    availabilityOf: () => assert.fail('not asked for'),
  });
  const document = aBooking({ st: 'booked', event: eventId(9001), timesTbd });
  const view = createViews(
    'svc',
    1,
  )({
    ...{ version: 'v4', locale: 'en-US', siteUrl: '', isLicensed: false, shows: booking.shows },
    ...{ fields: '', zoom: '' },
  });
  return at(JSON.parse(booking.write({ booking: document, standing: 'owner' }, view)), 'times_tbd');
};

describe('times_tbd of a booking', () => {
  it('follows the event: postponed later, or settled later', () => {
    assert.equal(shown(false, true), true);
    assert.equal(shown(true, false), false);
  });

  it('stays as it was where the event has left the catalogue', () => {
    assert.deepEqual([shown(true, undefined), shown(false, undefined)], [true, false]);
  });
});
