import type { NativeEventRule, NativeVenue } from '#service/catalogue/import/native/native-schema.js';

const place = (city: string, country: string, state = '', postalCode = '', address1 = '') => ({
  address1,
  city,
  state,
  postalCode,
  country,
});

const airport = (
  code: string,
  name: string,
  address: NativeVenue['address'],
  [lat, lon]: readonly [number, number],
): NativeVenue => ({
  key: `airport/${code}`,
  name: `${name} (${code})`,
  address,
  coordinates: { lat, lon },
  enhancedAirport: true,
});

/** Public facts: names, cities and coordinates of real airports. */
const airports: readonly NativeVenue[] = [
  airport('ORD', "O'Hare International Airport", place('Chicago', 'US', 'IL', '60666'), [41.9786, -87.9048]),
  airport('MDW', 'Midway International Airport', place('Chicago', 'US', 'IL', '60638'), [41.786, -87.7524]),
  airport(
    'YYZ',
    'Toronto Pearson International Airport',
    place('Mississauga', 'CA', 'ON', 'L5P 1B2'),
    [43.6772, -79.6306],
  ),
  airport(
    'YTZ',
    'Billy Bishop Toronto City Airport',
    place('Toronto', 'CA', 'ON', 'M5V 1A1'),
    [43.6275, -79.3962],
  ),
  airport('FRA', 'Frankfurt Airport', place('Frankfurt am Main', 'DE', '', '60547'), [50.0379, 8.5622]),
  airport('HAM', 'Hamburg Airport', place('Hamburg', 'DE', '', '22335'), [53.6304, 9.9882]),
  airport('NUE', 'Nuremberg Airport', place('Nürnberg', 'DE', '', '90411'), [49.4987, 11.0669]),
  airport('DRS', 'Dresden Airport', place('Dresden', 'DE', '', '01109'), [51.1328, 13.7672]),
  airport('DTM', 'Dortmund Airport', place('Dortmund', 'DE', '', '44319'), [51.5183, 7.6122]),
  airport('AAL', 'Aalborg Airport', place('Nørresundby', 'DK', '', '9400'), [57.0928, 9.8492]),
];

const venue = (
  key: string,
  name: string,
  address: NativeVenue['address'],
  [lat, lon]: readonly [number, number],
): NativeVenue => ({ key: `venue/${key}`, name, address, coordinates: { lat, lon } });

const grounds: readonly NativeVenue[] = [
  venue(
    'lakeside-field',
    'Lakeside Field',
    place('Chicago', 'US', 'IL', '60605', '1 Meadow Dr'),
    [41.8605, -87.625],
  ),
  venue(
    'prairie-theatre',
    'Prairie Theatre',
    place('Chicago', 'US', 'IL', '60602', '88 W Lantern St'),
    [41.884, -87.631],
  ),
  venue(
    'harbourfront-dome',
    'Harbourfront Dome',
    place('Toronto', 'CA', 'ON', 'M5V 1A1', '5 Ropewalk Rd'),
    [43.6475, -79.387],
  ),
  venue('elbe-arena', 'Elbe Arena', place('Dresden', 'DE', '', '01067', 'Am Ufer 1'), [51.058, 13.73]),
  venue('fjord-hall', 'Fjord Hall', place('Aalborg', 'DK', '', '9000', 'Havnen 2'), [57.0505, 9.927]),
];

const clock = (startTime: string, durationMinutes: number, weekday: number) => ({
  time: startTime,
  durationMinutes,
  weekday,
  weeks: 12,
});

const rules: readonly NativeEventRule[] = [
  {
    key: 'rule/lakeside-hawks',
    venue: 'venue/lakeside-field',
    name: 'Lakeside Hawks home game',
    ...clock('19:00', 180, 6),
    partnerEventPrefix: 'hawks',
    partnerEvents: [{ partner: 'demo', prefix: 'demo-hawks' }],
  },
  {
    key: 'rule/lakeside-sunday',
    venue: 'venue/lakeside-field',
    name: 'Sunday League Double Header',
    ...clock('13:00', 300, 7),
  },
  {
    key: 'rule/prairie-play',
    venue: 'venue/prairie-theatre',
    name: 'The Lantern Keeper, a play',
    ...clock('20:00', 150, 5),
  },
  {
    key: 'rule/dome-concert',
    venue: 'venue/harbourfront-dome',
    name: 'Dome Concert Series',
    ...clock('19:30', 180, 4),
    partnerEventPrefix: 'dome',
  },
  {
    key: 'rule/dome-skaters',
    venue: 'venue/harbourfront-dome',
    name: 'Silver Skates home game',
    ...clock('19:00', 170, 6),
  },
  {
    key: 'rule/dome-final',
    venue: 'venue/harbourfront-dome',
    name: 'Silver Skates final, date to be announced',
    ...clock('19:00', 170, 7),
    weeks: 1,
    timesTbd: true,
  },
  {
    key: 'rule/elbe-football',
    venue: 'venue/elbe-arena',
    name: 'Heimspiel am Fluss',
    ...clock('15:30', 120, 6),
  },
  { key: 'rule/fjord-night', venue: 'venue/fjord-hall', name: 'Fjordens Aften', ...clock('20:00', 120, 5) },
];

export const demoVenues: readonly NativeVenue[] = [...grounds, ...airports];
export const demoEventRules: readonly NativeEventRule[] = rules;
