import type { NativeLocation } from '#service/catalogue/import/native/native-schema.js';
import { inventLocations } from './invented-locations.js';

export const canadianSellers = [{ key: 'toronto-maple', name: 'Maple Lane Parking' }];

const names = [
  'Cobblestone',
  'Kingfisher',
  'Birch Court',
  'Tramway',
  'Old Customs',
  'Skylight',
  'Weaver Hall',
  'Lighthouse',
  'Pine Market',
  'Carousel',
  'Observatory',
  'Ropewalk',
  'Silver Skate',
  'Chestnut',
  'Arcade',
  'Moonlight',
  'Orchard',
  'Bellfry',
  'Ravine',
  'Boathouse',
  'Snowdrift',
  'Papermaker',
];

const inTown = inventLocations({
  seller: 'toronto-maple',
  names,
  streets: ['Tramway St', 'Birch Ave', 'Kingfisher Lane', 'Ropewalk Rd'],
  address: { city: 'Toronto', state: 'ON', country: 'CA', postalCodes: ['M5V 1A1', 'M5H 2B2', 'M5C 3C3'] },
  area: { lat: 43.646, lon: -79.402, height: 0.024, width: 0.032 },
  ratePlans: ['ca-downtown', 'ca-downtown', 'ca-event', 'ca-evening-only'],
  msa: 'Toronto, ON',
});

const atAirport = inventLocations({
  seller: 'toronto-maple',
  names: ['Contrail', 'Northern Goose'],
  streets: ['Goose Rd'],
  address: { city: 'Mississauga', state: 'ON', country: 'CA', postalCodes: ['L4W 4D4'] },
  area: { lat: 43.684, lon: -79.6, height: 0.008, width: 0.02 },
  ratePlans: ['ca-airport'],
  msa: 'Toronto, ON',
}).map(
  (location): NativeLocation => ({
    ...location,
    amenities: [...(location.amenities ?? []), 'shuttle'],
    shuttleTimes: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '04:30', to: '00:30', everyMinutes: 15 }],
  }),
);

const soldOut = (location: NativeLocation): NativeLocation => ({
  ...location,
  options: location.options.map((option) => ({ ...option, capacity: 0 })),
});

export const canadianLocations: readonly NativeLocation[] = [...inTown, ...atAirport].map((location) =>
  location.key.endsWith('/Skylight') ? soldOut(location) : location,
);
