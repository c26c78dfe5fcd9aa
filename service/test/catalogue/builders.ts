import { eventId, locationId, reviewId, sellerId, venueId } from '../../src/base/ids.js';
import type { Translated } from '../../src/base/locale.js';
import { type CatalogueContent, createSnapshot } from '../../src/catalogue/create-snapshot.js';
import type { Location, ParkingOption, ValidationRules } from '../../src/catalogue/location.js';
import type { Review } from '../../src/catalogue/review.js';
import type { Catalogue, CatalogueSnapshot } from '../../src/catalogue/snapshot.js';
import type { Seller, Venue, VenueEvent } from '../../src/catalogue/venue.js';
import type { RatePlan } from '../../src/pricing/rate-plan.js';

/** An option of 10 spaces under the default plan, in a pool of its own. */
export const anOption = (overrides: Partial<ParkingOption> = {}): ParkingOption => ({
  key: 'standard',
  pool: 'standard',
  capacity: 10,
  ratePlan: 'standard',
  ...overrides,
});

export const someValidation = (overrides: Partial<ValidationRules> = {}): ValidationRules => ({
  requiresLicensePlate: false,
  requiresPrintout: false,
  displayMessage: 'Show this pass at the entrance.',
  steps: [{ instructions: 'Take a ticket and scan this pass when leaving.', iconPath: '/icons/scan.svg' }],
  scanCode: 'required',
  ...overrides,
});

export const inEveryLocale = (text: string): Translated => ({
  'en-US': text,
  'en-CA': text,
  'fr-CA': text,
});

/** A garage in Chicago with one option; give another `id` to have several. */
export const aLocation = (overrides: Partial<Location> = {}): Location => ({
  id: locationId(101),
  name: 'Lakeside Garage',
  type: 'offstreet',
  structure: 'garage',
  address: {
    address1: '1 Lakeside Plaza',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  },
  coordinates: { lat: 41.8858, lon: -87.6229 },
  entrances: [{ lat: 41.8858, lon: -87.6229 }],
  timezone: 'America/Chicago',
  currency: 'USD',
  sellerId: sellerId(1),
  capacity: 10,
  options: [anOption()],
  amenities: ['indoor', 'attended'],
  disclaimers: [],
  validation: someValidation(),
  slug: 'lakeside-garage-chicago-101',
  ...overrides,
});

export const aVenue = (overrides: Partial<Venue> = {}): Venue => ({
  id: venueId(501),
  name: 'Lakeside Arena',
  address: {
    address1: '2 Lakeside Plaza',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  },
  coordinates: { lat: 41.8868, lon: -87.6219 },
  timezone: 'America/Chicago',
  enhancedAirport: false,
  slug: 'lakeside-arena-chicago-501',
  ...overrides,
});

/** Saturday 2026-11-28, 19:00 to 22:00 in Chicago. */
export const anEvent = (overrides: Partial<VenueEvent> = {}): VenueEvent => ({
  id: eventId(9001),
  venueId: venueId(501),
  name: 'Lakeside Hawks vs. River Foxes',
  startTime: Date.UTC(2026, 10, 29, 1, 0),
  endTime: Date.UTC(2026, 10, 29, 4, 0),
  timesTbd: false,
  ...overrides,
});

/** Five stars for the default location, on 2026-11-01. */
export const aReview = (overrides: Partial<Review> = {}): Review => ({
  id: reviewId(7001),
  locationId: locationId(101),
  rating: 5,
  comment: 'Easy in, easy out.',
  author: 'Grace H.',
  createdAt: Date.UTC(2026, 10, 1, 18, 30),
  ...overrides,
});

export const aSeller = (overrides: Partial<Seller> = {}): Seller => ({
  id: sellerId(1),
  name: 'Lakeside Parking Co.',
  ...overrides,
});

/** 5.00 USD up to an hour, 8.00 up to two, then 2.00 an hour, at most 20.00 a day; no fees, no taxes, no add-ons. */
export const aRatePlan = (overrides: Partial<RatePlan> = {}): RatePlan => ({
  id: 'standard',
  currency: 'USD',
  duration: {
    tiers: [
      { upToMinutes: 60, priceMinor: 500 },
      { upToMinutes: 120, priceMinor: 800 },
    ],
    continuation: { everyMinutes: 60, priceMinor: 200 },
  },
  dailyMaximumMinor: 2000,
  fees: [],
  taxes: [],
  cancellation: { kind: 'until_start' },
  preferredDisplay: 'price',
  ...overrides,
});

/** A snapshot of what is given; what is left out is one default item of its kind. */
export const snapshotOf = (content: Partial<CatalogueContent> = {}): CatalogueSnapshot =>
  createSnapshot({
    generation: 1,
    locations: [aLocation()],
    venues: [aVenue()],
    events: [anEvent()],
    sellers: [aSeller()],
    ratePlans: [aRatePlan()],
    reviews: [],
    ...content,
  });

/** A catalogue that always shows the same snapshot. */
export const catalogueOf = (content: Partial<CatalogueContent> = {}): Catalogue => {
  const snapshot = snapshotOf(content);
  return { snapshot: () => snapshot, reload: async () => undefined };
};
