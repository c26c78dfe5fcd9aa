import type { NativeLocation } from '#service/catalogue/import/native-schema.js';
import { inventLocations } from './invented-locations.js';

export const americanSellers = [
  { key: 'chicago-lantern', name: 'Lantern Parking' },
  { key: 'chicago-airfield', name: 'Airfield Park & Ride' },
];

const names = [
  'Harbor Lantern',
  'Copper Bridge',
  'Quiet Canal',
  'Prairie Gate',
  'Old Foundry',
  'Blue Heron',
  'Granary Row',
  'Switchyard',
  'Tall Clock',
  'Willow Court',
  'Marble Hall',
  'Red Ferry',
  'Northern Star',
  'Baker Yard',
  'Paper Mill',
  'Lakewind',
  'Cedar Steps',
  'Iron Stair',
  'Tannery',
  'Lamplighter',
  'Riverbend',
  'Signal House',
  'Glass Roof',
  'Brewer Lane',
  'Cornerstone',
  'Wheelhouse',
  'Stone Arch',
  'Coppersmith',
  'Fountain Square',
  'Long Pier',
  'Printers Hall',
  'Morning Dew',
];

const inTown = inventLocations({
  seller: 'chicago-lantern',
  names,
  streets: ['W Lantern St', 'N Foundry Ave', 'E Canal Walk', 'S Granary St', 'W Heron Pl'],
  address: { city: 'Chicago', state: 'IL', country: 'US', postalCodes: ['60601', '60602', '60606', '60661'] },
  area: { lat: 41.872, lon: -87.655, height: 0.022, width: 0.03 },
  ratePlans: ['us-downtown', 'us-value', 'us-downtown', 'us-final-sale'],
});

const atStadium = inventLocations({
  seller: 'chicago-lantern',
  names: ['Gate A', 'Gate B', 'Goal Line', 'Tailgate Meadow'].map((name) => `Lakeside ${name}`),
  streets: ['S Meadow Dr'],
  address: { city: 'Chicago', state: 'IL', country: 'US', postalCodes: ['60605'] },
  area: { lat: 41.857, lon: -87.63, height: 0.007, width: 0.01 },
  ratePlans: ['us-event'],
});

const atAirport = inventLocations({
  seller: 'chicago-airfield',
  names: ['Runway', 'Windsock', 'Propeller', 'Tower'].map((name) => `Airfield ${name}`),
  streets: ['W Windsock Rd'],
  address: { city: 'Rosemont', state: 'IL', country: 'US', postalCodes: ['60018'] },
  area: { lat: 41.979, lon: -87.885, height: 0.012, width: 0.02 },
  ratePlans: ['us-airport'],
}).map(
  (location): NativeLocation => ({ ...location, amenities: [...(location.amenities ?? []), 'shuttle'] }),
);

type Change = (location: NativeLocation) => NativeLocation;

const withPlan =
  (ratePlan: string): Change =>
  (location) => ({ ...location, options: location.options.map((option) => ({ ...option, ratePlan })) });

/** Locations that show one thing each; data/README.md lists them. */
const special: Readonly<Record<string, Change>> = {
  'Copper Bridge': (location) => ({
    ...location,
    options: location.options.map((option) => ({ ...option, capacity: 0 })),
  }),
  'Prairie Gate': withPlan('us-free'),
  'Old Foundry': (location) => ({
    ...location,
    validation: {
      requiresLicensePlate: true,
      requiresPrintout: false,
      displayMessage: 'Your plate opens the gate; no pass is scanned.',
      steps: [
        { instructions: 'Drive up to the gate and wait for the camera.', iconPath: '/icons/plate.svg' },
      ],
      scanCode: 'hidden',
    },
    disclaimers: ['The plate you enter must be the plate you come with.'],
  }),
  'Granary Row': withPlan('us-vehicle-size'),
  'Tall Clock': (location) => ({
    ...location,
    options: [
      ...location.options,
      ...location.options.map((option) => ({
        ...option,
        key: 'tenants',
        ratePlan: 'us-tenants',
        accessCode: 'TALLCLOCK',
      })),
    ],
  }),
  'Baker Yard': ({ structure: _, ...location }) => ({
    ...location,
    name: 'Baker Yard Street Spaces',
    type: 'on_street',
  }),
};

export const americanLocations: readonly NativeLocation[] = [...inTown, ...atStadium, ...atAirport].map(
  (location) => special[location.key.split('/')[1] ?? '']?.(location) ?? location,
);
