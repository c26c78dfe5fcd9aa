import { addOnId, eventId, locationId, sellerId, venueId } from '../../src/base/ids.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import { aLocation, anEvent, anOption, aRatePlan, aVenue } from '../catalogue/builders.js';

const nearby = (index: number) => ({ lat: 41.8868 + index / 10_000, lon: -87.6219 });

const everywhere = (text: string) => ({ 'en-US': text, 'en-CA': text, 'fr-CA': text });

const sold = aRatePlan({
  event: { priceMinor: 2500, opensMinutesBefore: 60, closesMinutesAfter: 60 },
  fees: [{ type: 'convenience_fee', label: 'Service Fee', amountMinor: 100 }],
  generalAddOns: [
    {
      id: addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c01'),
      name: 'Hand wash',
      priceMinor: 1500,
      isAvailable: true,
    },
  ],
});

/** A stadium with events, a theatre without, an airport, and three places of two sellers, one for short stays only, a street with posted rates
 * a mile away, and a lot far off that sells in all three ways. */
export const pagesMarket: Partial<CatalogueContent> = {
  ratePlans: [sold, aRatePlan({ id: 'short-stays', maximumMinutes: 150 })],
  sellers: [
    { id: sellerId(1), name: 'Lakeside Parking Co.' },
    { id: sellerId(2), name: 'Other Parking Co.' },
  ],
  locations: [
    aLocation({ coordinates: nearby(0), entrances: [{ ...nearby(0), maxHeightInches: 78 }] }),
    aLocation({
      id: locationId(102),
      name: 'River Lot',
      slug: 'river-lot-chicago-102',
      sellerId: sellerId(2),
      coordinates: nearby(20),
      phone: '+1 312 555 0100',
      disclaimers: ['No overnight parking.'],
    }),
    aLocation({
      id: locationId(103),
      name: 'Short Stay Garage',
      slug: 'short-stay-garage-chicago-103',
      coordinates: nearby(40),
      options: [anOption({ ratePlan: 'short-stays' })],
    }),
    aLocation({
      id: locationId(104),
      name: 'Meter Street',
      slug: 'meter-street-chicago-104',
      type: 'on_street',
      coordinates: nearby(400),
      options: [],
      nonBookableRates: [
        { label: everywhere('Day'), priceMinor: 250, toMinutes: 120, text: everywhere('Mon to Fri') },
        { label: everywhere('Night'), priceMinor: 0 },
      ],
      operatingHours: { alwaysOpen: true },
      rating: { averageRating: 4.5, reviewCount: 12, counts: [0, 0, 1, 4, 7] },
    }),
    aLocation({
      id: locationId(105),
      name: 'Mixed Lot',
      slug: 'mixed-lot-chicago-105',
      coordinates: nearby(5_000),
      options: [
        anOption({ key: 'ahead', label: everywhere('Ahead') }),
        anOption({ key: 'app', label: everywhere('By app'), sale: 'on_demand' }),
        anOption({ key: 'gate', label: everywhere('At the gate'), sale: 'none' }),
      ],
    }),
  ],
  venues: [
    aVenue(),
    aVenue({ id: venueId(502), name: 'Quiet Theatre', slug: 'quiet-theatre-chicago-502' }),
    aVenue({
      id: venueId(503),
      name: 'Lakeside Airport',
      slug: 'lakeside-airport-503',
      enhancedAirport: true,
    }),
  ],
  events: [
    anEvent(),
    anEvent({
      id: eventId(9002),
      name: 'Spring Gala',
      timesTbd: true,
      startTime: Date.UTC(2098, 0, 1),
      endTime: Date.UTC(2098, 0, 2),
    }),
    anEvent({
      id: eventId(9003),
      name: 'Bygone Show',
      startTime: Date.UTC(2026, 9, 1),
      endTime: Date.UTC(2026, 9, 2),
    }),
    anEvent({
      id: eventId(9004),
      venueId: venueId(502),
      name: 'Old Play',
      startTime: Date.UTC(2026, 9, 1),
      endTime: Date.UTC(2026, 9, 2),
    }),
  ],
};

export const venueUrl = '/lakeside-arena-chicago-501/';
export const quietVenueUrl = '/quiet-theatre-chicago-502/';
export const airportUrl = '/lakeside-airport-503/';
export const eventUrl = `${venueUrl}lakeside-hawks-vs-river-foxes-9001/`;
export const placeUrl = '/parking/lakeside-garage-chicago-101/';
