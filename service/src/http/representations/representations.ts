import type { Clock } from '../../base/clock.js';
import type { BookingView, Preview } from '../../bookings/bookings.js';
import type { KnownEvent } from '../../catalogue/known-event.js';
import type { Review } from '../../catalogue/review.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { Seller, VenueEvent } from '../../catalogue/venue.js';
import type { EventAvailability } from '../../quotes/event-availability.js';
import type { Quote } from '../../quotes/quote.js';
import { type AccountRecord, createAccountRepresentation } from './account.js';
import {
  type AccountWish,
  createAccountWishRepresentation,
  createSentCodeRepresentation,
  type SentCode,
} from './account-wish.js';
import { createAddOnRepresentation } from './booked-add-ons.js';
import { createBookingRepresentation } from './booking.js';
import { createCustomerRepresentation } from './customer.js';
import { createEventRepresentation } from './event.js';
import { createLocationRepresentation, type LocationRecord } from './location.js';
import { createPassRepresentation } from './parking-pass.js';
import { createPartnerRepresentation } from './partner.js';
import { createPreviewRepresentation } from './preview.js';
import { createOptionRepresentation } from './purchase-option.js';
import { createQuoteRepresentation } from './quote.js';
import type { Representation } from './representation.js';
import { createReviewRepresentation } from './review.js';
import { createSellerRepresentation } from './seller.js';
import { createTicketRepresentation } from './ticket.js';
import { createTimeText } from './time-text.js';
import { createVenueRepresentation, type VenueRecord } from './venue.js';

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
