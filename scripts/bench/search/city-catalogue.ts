import { addOnId, eventId, locationId, sellerId, venueId } from '#service/base/ids.js';
import type { CatalogueContent } from '#service/catalogue/create-snapshot.js';
import type { Location } from '#service/catalogue/location.js';
import type { RatePlan } from '#service/pricing/rate-plan.js';
import type { Random } from './random.js';

export interface City {
  readonly lat: number;
  readonly lon: number;
  readonly timezone: string;
}

const locationsPerCity = 400;
const spreadDegrees = 0.12;
const timezones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];

/** Cities on a grid, half a degree apart, so that no search reaches two: the density is the same at any size. */
export const citiesFor = (locations: number): readonly City[] =>
  Array.from({ length: Math.ceil(locations / locationsPerCity) }, (_, index) => ({
    lat: 26 + 0.5 * (index % 45),
    lon: -122 + 0.5 * (Math.floor(index / 45) % 110),
    timezone: timezones[index % timezones.length] ?? 'UTC',
  }));

const planAt = (index: number): RatePlan => ({
  id: `plan-${index}`,
  currency: 'USD',
  duration: {
    tiers: [60, 120, 240, 480].map((upToMinutes, tier) => ({
      upToMinutes,
      priceMinor: 400 + 50 * index + 300 * tier,
    })),
    continuation: { everyMinutes: 60, priceMinor: 150 },
  },
  dailyMaximumMinor: 2400 + 100 * index,
  flatWindows: [{ window: { fromMinute: 1020, toMinute: 360 }, priceMinor: 1000 + 10 * index }],
  fees: [
    { type: 'convenience_fee', label: 'Service Fee', description: 'Keeps this going', basisPoints: 1000 },
  ],
  taxes: [{ label: 'City tax', basisPoints: 725, isIncluded: false }],
  generalAddOns: [
    {
      id: addOnId(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
      name: 'Car wash',
      description: 'Inside and outside',
      priceMinor: 1500,
      isAvailable: true,
    },
  ],
  cancellation: { kind: 'until_start' },
  preferredDisplay: 'price',
});

const plans = Array.from({ length: 40 }, (_, index) => planAt(index));

const scattered = (city: City, random: Random): { readonly lat: number; readonly lon: number } => ({
  lat: city.lat + (random() - 0.5) * spreadDegrees,
  lon: city.lon + (random() - 0.5) * spreadDegrees,
});

const locationAt = (index: number, city: City, random: Random): Location => {
  const coordinates = scattered(city, random);
  return {
    id: locationId(1000 + index),
    name: `Garage ${index} at the Corner of Long Street`,
    type: 'offstreet',
    structure: 'garage',
    address: {
      address1: `${index} Long Street`,
      city: 'Some City',
      state: 'IL',
      postalCode: String(10_000 + (index % 90_000)),
      country: 'US',
    },
    coordinates,
    entrances: [coordinates],
    timezone: city.timezone,
    currency: 'USD',
    sellerId: sellerId(1),
    capacity: 200,
    options: [
      {
        key: 'standard',
        pool: 'standard',
        capacity: 200,
        ratePlan: `plan-${Math.floor(random() * plans.length)}`,
      },
    ],
    amenities: ['unobstructed', 'indoor', 'attended', 'security', 'handicap', 'vehicle_charging', 'eticket'],
    disclaimers: ['Vehicles left after the end of the stay are charged the rates posted on site.'],
    validation: {
      requiresLicensePlate: false,
      requiresPrintout: false,
      displayMessage: 'Show this pass to the attendant.',
      steps: [
        { instructions: 'Pull up to the entrance and take a ticket.', iconPath: '/icons/ticket.png' },
        { instructions: 'Scan this pass when you leave.', iconPath: '/icons/scan.png' },
      ],
      scanCode: 'required',
    },
    phone: '+1 312 555 0100',
    slug: `garage-${index}`,
  };
};

/** A catalogue of so many car parks in cities, the same for the same `random`. */
export const cityCatalogue = (size: number, random: Random): CatalogueContent => {
  const cities = citiesFor(size);
  const cityOf = (index: number): City => {
    const city = cities[Math.floor(index / locationsPerCity)];
    if (city === undefined) throw new Error('no city for this location');
    return city;
  };
  const [first] = cities;
  const address = {
    address1: '1 Long Street',
    city: 'Some City',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  };
  return {
    generation: 1,
    reviews: [],
    locations: Array.from({ length: size }, (_, index) => locationAt(index, cityOf(index), random)),
    venues: [
      {
        id: venueId(1),
        name: 'Arena',
        address,
        coordinates: { lat: first?.lat ?? 0, lon: first?.lon ?? 0 },
        timezone: first?.timezone ?? 'UTC',
        enhancedAirport: false,
        slug: 'arena',
      },
    ],
    events: [
      {
        id: eventId(1),
        venueId: venueId(1),
        name: 'A Game',
        startTime: 1_800_000_000_000,
        endTime: 1_800_010_000_000,
        timesTbd: false,
      },
    ],
    sellers: [{ id: sellerId(1), name: 'A Seller' }],
    ratePlans: plans,
  };
};
