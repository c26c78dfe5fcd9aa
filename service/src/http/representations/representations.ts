import type { Clock } from '../../base/clock.js';
import type { BookingView, Preview } from '../../bookings/bookings.js';
import type { Location } from '../../catalogue/location.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import type { Quote } from '../../quotes/quote.js';
import { createBookingRepresentation } from './booking.js';
import { createCustomerRepresentation } from './customer.js';
import { createEventRepresentation } from './event.js';
import { createLocationRepresentation } from './location.js';
import { createPassRepresentation } from './parking-pass.js';
import { createPreviewRepresentation } from './preview.js';
import { createOfferRepresentation } from './purchase-option.js';
import { createQuoteRepresentation } from './quote.js';
import type { Representation } from './representation.js';
import { createSellerRepresentation } from './seller.js';
import { createTimeText } from './time-text.js';
import { createVenueRepresentation, type VenueRecord } from './venue.js';

/** How each kind of record is shown. */
export interface Representations {
  readonly quote: Representation<Quote>;
  readonly preview: Representation<Preview>;
  readonly booking: Representation<BookingView>;
  readonly location: Representation<Location>;
  readonly venue: Representation<VenueRecord>;
  readonly event: Representation<VenueEvent>;
}

interface RepresentationsDependencies {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly clock: Pick<Clock, 'now'>;
}

export const createRepresentations = ({ catalogue, clock }: RepresentationsDependencies): Representations => {
  const { snapshot } = catalogue;
  const timeText = createTimeText();
  const places = createLocationRepresentation();
  const venues = createVenueRepresentation();
  const location = places.write;
  const venue = venues.write;
  const seller = createSellerRepresentation().write;
  const events = createEventRepresentation({ snapshot, timeText, venue });
  const offer = createOfferRepresentation({ timeText }).write;
  const quoteParts = { snapshot, timeText, offer, location, venue, event: events.write, seller };
  const passParts = { snapshot, timeText, location, seller };
  const pass = createPassRepresentation(passParts).write;
  const customer = createCustomerRepresentation().write;
  return {
    quote: createQuoteRepresentation(quoteParts),
    preview: createPreviewRepresentation(),
    booking: createBookingRepresentation({ ...passParts, clock, pass, customer }),
    location: places,
    venue: venues,
    event: events,
  };
};
