import { americanLocations, americanSellers } from './demo-catalogue/american-city.js';
import { canadianLocations, canadianSellers } from './demo-catalogue/canadian-city.js';
import { demoRatePlans } from './demo-catalogue/rate-plans.js';
import { realCarParks } from './demo-catalogue/real-car-parks.js';
import { reviewsOf } from './demo-catalogue/reviews.js';
import { demoEventRules, demoVenues } from './demo-catalogue/venues.js';
import { generate } from './generated-file.js';

const real = await realCarParks();

/** In this order the locations get their ids when they are imported into an empty database. */
const catalogue = {
  format: 'parking-catalogue',
  version: 1,
  about:
    'Demo catalogue: the real car parks of data/garages (MIT licence beside them), invented ones in two more cities, real airports, invented venues and events. Made by scripts/build-demo-catalogue.ts.',
  sellers: [...americanSellers, ...canadianSellers, ...real.sellers],
  ratePlans: demoRatePlans,
  locations: [...americanLocations, ...canadianLocations, ...real.locations],
  venues: demoVenues,
  events: [],
  eventRules: demoEventRules,
  reviews: reviewsOf([...americanLocations, ...canadianLocations]),
};

/** One entry a line, so that a change shows as the lines it changes. */
const lines = ([key, value]: readonly [string, unknown]): string =>
  Array.isArray(value) && value.length > 0
    ? `${JSON.stringify(key)}: [\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
    : `${JSON.stringify(key)}: ${JSON.stringify(value)}`;

generate('service/data/demo-catalogue.json', `{\n${Object.entries(catalogue).map(lines).join(',\n')}\n}\n`);
