import type { NativeLocation } from '#service/catalogue/import/native/native-schema.js';
import { inBoth } from './in-both.js';
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
    pickupInstructions: inBoth(
      'Take the shuttle from the shelter at the entrance.',
      "Prenez la navette à l'abri, près de l'entrée.",
    ),
    dropoffInstructions: inBoth(
      'On your return, wait at the shuttle stop outside the arrivals hall.',
      "À votre retour, attendez à l'arrêt des navettes, devant le hall des arrivées.",
    ),
    shuttleTimes: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '04:30', to: '00:30', everyMinutes: 15 }],
  }),
);

const snow = inBoth(
  'Snow is cleared at night: keep the marked lane free.',
  'Le déneigement se fait la nuit : laissez libre la voie marquée.',
);
const propane = inBoth(
  'Vehicles that run on propane may not be parked inside.',
  "Les véhicules au propane ne sont pas admis à l'intérieur.",
);

const withDisclaimers = (location: NativeLocation): NativeLocation => ({
  ...location,
  disclaimers: [location.structure === 'surface_lot' ? snow : propane],
});

const soldOut = (location: NativeLocation): NativeLocation => ({
  ...location,
  options: location.options.map((option) => ({ ...option, capacity: 0 })),
});

export const canadianLocations: readonly NativeLocation[] = [...inTown, ...atAirport]
  .map(withDisclaimers)
  .map((location) => (location.key.endsWith('/Skylight') ? soldOut(location) : location));
