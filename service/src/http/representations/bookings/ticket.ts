import { Type } from 'typebox';
import type { BookingView } from '../../../bookings/bookings.js';
import { byDefault, inV3_1 } from '../field.js';
import { flagSchema, idSchema, textSchema, timestampSchema } from '../field-schemas.js';
import { flag, number, object, text } from '../json-text.js';
import { links } from '../links.js';
import { locationIdSchema, locationIdText } from '../places/location.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';
import type { PassDependencies } from './parking-pass.js';
import { passStatus, passStatusSchema } from './pass-status.js';

const scanCodeSchema = Type.Object({ code: Type.String(), format: Type.String() });

type TicketDependencies = Pick<PassDependencies, 'snapshot' | 'timeText' | 'clock' | 'location'>;

/** What is shown at the gate: a parking pass without its terms. It has the booking's id. */
export const createTicketRepresentation = (dependencies: TicketDependencies): Representation<BookingView> => {
  const { snapshot, timeText, clock, location } = dependencies;
  return createRepresentation<BookingView>({
    kind: 'ticket',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ booking }) => number(booking._id)),
        booking_id: byDefault(idSchema, ({ booking }) => number(booking._id)),
        status: byDefault(passStatusSchema, ({ booking }) => text(passStatus(booking, clock.now()))),
        active: byDefault(flagSchema, ({ booking }) => flag(passStatus(booking, clock.now()) === 'active')),
        scan_code: byDefault(scanCodeSchema, ({ booking }) =>
          object({ code: text(booking.passCode), format: text('QR') }),
        ),
        start_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.start, booking.timezone)),
        end_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.end, booking.timezone)),
        plate_number: byDefault(textSchema, ({ booking, standing }) =>
          booking.plateNumber === null || standing === 'share' ? undefined : text(booking.plateNumber),
        ),
        location_id: inV3_1(
          idSchema,
          byDefault(locationIdSchema, ({ booking }, view) => locationIdText(booking.location, view)),
        ),
      }),
    ],
    embedded: {
      location: {
        isDefault: false,
        shows: location.shows,
        write: ({ booking }, view) => {
          const place = snapshot().location(booking.location);
          return place === undefined ? undefined : location.write(place, view);
        },
      },
    },
    links: ({ booking }, view) =>
      links(
        {
          self: `/bookings/${booking._id}/tickets`,
          booking: `/bookings/${booking._id}`,
          location: `/locations/${booking.location}`,
        },
        view,
      ),
  });
};
