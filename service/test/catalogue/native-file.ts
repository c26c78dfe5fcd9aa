import { aRatePlan } from './builders.js';

export const aNativeLocation = (overrides: object = {}): object => ({
  key: 'a/garage',
  name: 'A Garage',
  address: { address1: '1 A St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
  coordinates: { lat: 41.88, lon: -87.63 },
  seller: 'a',
  options: [{ key: 'standard', pool: 'standard', capacity: 10, ratePlan: 'standard' }],
  ...overrides,
});

export const aNativeVenue = (overrides: object = {}): object => ({
  key: 'arena',
  name: 'Arena',
  address: { address1: '2 A St', city: 'Chicago', country: 'US' },
  coordinates: { lat: 41.88, lon: -87.62 },
  ...overrides,
});

export const anEventAt = (start: string): object => ({
  key: 'e1',
  venue: 'arena',
  name: 'E',
  start,
  durationMinutes: 120,
});

export const nativeFile = (overrides: object = {}, name = 'native.json') => ({
  name,
  content: JSON.stringify({
    format: 'parking-catalogue',
    version: 1,
    sellers: [{ key: 'a', name: 'A Parking' }],
    ratePlans: [aRatePlan()],
    locations: [aNativeLocation()],
    venues: [aNativeVenue()],
    events: [anEventAt('2026-12-01T19:00')],
    eventRules: [],
    ...overrides,
  }),
});
