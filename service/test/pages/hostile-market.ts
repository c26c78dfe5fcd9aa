import { addOnId, eventId, sellerId, venueId } from '../../src/base/ids.js';
import type { BookingDocument } from '../../src/bookings/booking.js';
import type { CatalogueSnapshot } from '../../src/catalogue/snapshot.js';
import { aBooking } from '../bookings/builders.js';
import {
  aLocation,
  anEvent,
  anOption,
  aRatePlan,
  aVenue,
  snapshotOf,
  someValidation,
} from '../catalogue/builders.js';

const translated = (text: string) => ({ 'en-US': text, 'en-CA': text, 'fr-CA': text });

const addressOf = (text: string) => ({
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  country: 'US',
});

const planOf = (text: string) => {
  const addOn = {
    id: addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c01'),
    name: text,
    description: text,
    priceMinor: 1,
    items: [text],
    icon: { position: 1, url: `/icons/${text}`, width: 1, height: 1 },
    isAvailable: true,
  };
  return aRatePlan({
    event: { priceMinor: 2500, opensMinutesBefore: 60, closesMinutesAfter: 60 },
    fees: [{ type: text, label: text, description: text, amountMinor: 100 }],
    vehicleSizes: [addOn],
    generalAddOns: [addOn],
  });
};

const placeOf = (text: string) =>
  aLocation({
    name: text,
    address: addressOf(text),
    description: translated(text),
    directions: translated(text),
    pickupInstructions: translated(text),
    dropoffInstructions: translated(text),
    phone: text,
    hours: translated(text),
    nonBookableRates: [{ label: translated(text), text: translated(text) }],
    disclaimers: [text],
    options: [anOption({ label: translated(text), priceAdvisory: translated(text) })],
    validation: someValidation({
      displayMessage: text,
      steps: [{ instructions: text, iconPath: text }],
      requiresPrintout: true,
    }),
  });

/** A catalogue in which every text that an import can bring is the same text. */
export const hostileMarket = (text: string): CatalogueSnapshot =>
  snapshotOf({
    ratePlans: [planOf(text)],
    sellers: [{ id: sellerId(1), name: text }],
    locations: [placeOf(text)],
    venues: [
      aVenue({ name: text, address: addressOf(text) }),
      aVenue({
        id: venueId(503),
        name: text,
        address: addressOf(text),
        slug: 'lakeside-airport-503',
        enhancedAirport: true,
      }),
    ],
    events: [anEvent({ name: text }), anEvent({ id: eventId(9002), name: text, timesTbd: true })],
  });

/** A booking whose customer wrote that text wherever they could. */
export const hostileBooking = (text: string): BookingDocument =>
  aBooking({
    st: 'booked',
    event: eventId(9001),
    plateNumber: text,
    passCode: text,
    addOns: [{ id: text, name: text, priceMinor: 1 }],
    contact: { email: text, firstName: text, lastName: text },
  });
