import type { Clock } from '../../base/clock.js';
import type { BookingView, Preview } from '../../bookings/bookings.js';
import type { KnownEvent } from '../../catalogue/known-event.js';
import type { Review } from '../../catalogue/review.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { Seller, VenueEvent } from '../../catalogue/venue.js';
import type { EventAvailability } from '../../quotes/event-availability.js';
import type { Quote } from '../../quotes/quote.js';
import { type AccountRecord, createAccountRepresentation } from './accounts/account.js';
import {
  type AccountWish,
  createAccountWishRepresentation,
  createSentCodeRepresentation,
  type SentCode,
} from './accounts/account-wish.js';
import { createCustomerRepresentation } from './accounts/customer.js';
import { createAddOnRepresentation } from './bookings/booked-add-ons.js';
import { createBookingRepresentation } from './bookings/booking.js';
import { createPassRepresentation } from './bookings/parking-pass.js';
import { createPreviewRepresentation } from './bookings/preview.js';
import { createTicketRepresentation } from './bookings/ticket.js';
import { createEventRepresentation } from './places/event.js';
import { createLocationRepresentation, type LocationRecord } from './places/location.js';
import { createPartnerRepresentation } from './places/partner.js';
import { createReviewRepresentation } from './places/review.js';
import { createSellerRepresentation } from './places/seller.js';
import { createVenueRepresentation, type VenueRecord } from './places/venue.js';
import { createOptionRepresentation } from './quotes/purchase-option.js';
import { createQuoteRepresentation } from './quotes/quote.js';
import type { Representation } from './representation.js';
import { createTimeText } from './time-text.js';

/** How each kind of record is shown. */
export interface Representations {
  readonly quote: Representation<Quote>;
  readonly preview: Representation<Preview>;
  readonly booking: Representation<BookingView>;
  readonly ticket: Representation<BookingView>;
  readonly location: Representation<LocationRecord>;
  readonly review: Representation<Review>;
  readonly seller: Representation<Seller>;
  readonly venue: Representation<VenueRecord>;
  readonly event: Representation<KnownEvent>;
  readonly account: Representation<AccountRecord>;
  readonly accountWish: Representation<AccountWish>;
  readonly sentCode: Representation<SentCode>;
}

interface RepresentationsDependencies {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly availabilityOf: (event: VenueEvent) => EventAvailability;
}

export const createRepresentations = (dependencies: RepresentationsDependencies): Representations => {
  const { catalogue, clock, availabilityOf } = dependencies;
  const { snapshot } = catalogue;
  const timeText = createTimeText();
  const seller = createSellerRepresentation();
  const location = createLocationRepresentation({ snapshot, seller });
  const venue = createVenueRepresentation();
  const partner = createPartnerRepresentation();
  const addOn = createAddOnRepresentation();
  const event = createEventRepresentation({ snapshot, timeText, venue, availabilityOf });
  const option = createOptionRepresentation({ timeText });
  const passParts = { snapshot, timeText, clock, location, seller, partner, addOn };
  const pass = createPassRepresentation(passParts);
  const customer = createCustomerRepresentation();
  return {
    quote: createQuoteRepresentation({ snapshot, timeText, option, location, venue, event, seller }),
    preview: createPreviewRepresentation(),
    booking: createBookingRepresentation({ ...passParts, pass, customer }),
    ticket: createTicketRepresentation(passParts),
    location,
    review: createReviewRepresentation({ snapshot, timeText }),
    seller,
    venue,
    event,
    account: createAccountRepresentation(),
    accountWish: createAccountWishRepresentation(),
    sentCode: createSentCodeRepresentation(),
  };
};
