import type { NativeLocation } from '#service/catalogue/import/native/native-schema.js';
import { inBoth } from './in-both.js';
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
  msa: 'Chicago-Naperville-Elgin, IL-IN',
});

const atStadium = inventLocations({
  seller: 'chicago-lantern',
  names: ['Gate A', 'Gate B', 'Goal Line', 'Tailgate Meadow'].map((name) => `Lakeside ${name}`),
  streets: ['S Meadow Dr'],
  address: { city: 'Chicago', state: 'IL', country: 'US', postalCodes: ['60605'] },
  area: { lat: 41.857, lon: -87.63, height: 0.007, width: 0.01 },
  ratePlans: ['us-event'],
  msa: 'Chicago-Naperville-Elgin, IL-IN',
});

const atAirport = inventLocations({
  seller: 'chicago-airfield',
  names: ['Runway', 'Windsock', 'Propeller', 'Tower'].map((name) => `Airfield ${name}`),
  streets: ['W Windsock Rd'],
  address: { city: 'Rosemont', state: 'IL', country: 'US', postalCodes: ['60018'] },
  area: { lat: 41.979, lon: -87.885, height: 0.012, width: 0.02 },
  ratePlans: ['us-airport'],
  msa: 'Chicago-Naperville-Elgin, IL-IN',
}).map(
  (location): NativeLocation => ({
    ...location,
    amenities: [...(location.amenities ?? []), 'shuttle'],
    shuttleTimes: [
      { weekdays: [1, 2, 3, 4, 5], from: '04:00', to: '01:00', everyMinutes: 10 },
      { weekdays: [6, 7], from: '05:00', to: '24:00', everyMinutes: 20 },
    ],
  }),
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
      displayMessage: inBoth(
        'Your plate opens the gate; no pass is scanned.',
        'Votre plaque ouvre la barrière; aucun laissez-passer à balayer.',
      ),
      steps: [
        {
          instructions: inBoth(
            'Drive up to the gate and wait for the camera.',
            "Avancez jusqu'à la barrière et attendez que la caméra lise votre plaque.",
          ),
          iconPath: '/icons/plate.svg',
        },
      ],
      scanCode: 'hidden',
    },
    disclaimers: [
      inBoth(
        'The plate you enter must be the plate you come with.',
        'La plaque inscrite doit être celle du véhicule avec lequel vous arrivez.',
      ),
    ],
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
  'Quiet Canal': (location) => ({
    ...location,
    description: inBoth(
      'Open-air spaces by the canal, closed at night.',
      'Places au bord du canal, fermées la nuit.',
    ),
    phone: '+1 312 555 0142',
    operatingHours: {
      intervals: [
        { weekdays: [1, 2, 3, 4], from: '06:00', to: '22:00' },
        { weekdays: [5, 6], from: '07:00', to: '02:00' },
      ],
    },
  }),
  'Marble Hall': (location) => ({
    ...location,
    otherSiteUrl: 'https://marble-hall.example.com/parking',
    nonBookableRates: [
      {
        label: inBoth('First hour', 'Première heure'),
        priceMinor: 1200,
        fromMinutes: 0,
        toMinutes: 60,
      },
      { label: inBoth('A whole day', 'Une journée'), priceMinor: 4200, fromMinutes: 60, toMinutes: 1440 },
      {
        label: inBoth('Lost ticket', 'Billet perdu'),
        text: inBoth('Is charged as a whole day.', 'Compte pour une journée.'),
      },
    ],
    options: location.options.map((option) => ({
      ...option,
      sale: 'none' as const,
      label: inBoth('Pay at the machine', 'Payez à la borne'),
    })),
  }),
  'Signal House': (location) => ({
    ...location,
    options: [
      ...location.options,
      ...location.options.map((option) => ({
        ...option,
        key: 'on-the-spot',
        sale: 'on_demand' as const,
        label: inBoth('Pay as you leave', 'Payez en sortant'),
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
