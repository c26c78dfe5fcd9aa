import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '#service/base/clock.js';
import type { Database } from '#service/base/documents.js';
import { randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { identityCollection } from '#service/catalogue/import/identities.js';
import { usualValidation } from '#service/catalogue/import/location-of-car-park.js';
import type { Location } from '#service/catalogue/location.js';
import { openCatalogue } from '#service/catalogue/open-catalogue.js';
import { openDatabase } from '#service/storage/open.js';

const folder = new URL('../../../service/data/garages/', import.meta.url);

const realFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.geojson'))
    .toSorted()
    .map((name) => ({ name, content: readFileSync(new URL(name, folder), 'utf8') }));

const plans: Readonly<Record<NonNullable<Location['structure']>, string>> = {
  garage: 'de-garage',
  underground_garage: 'de-underground',
  surface_lot: 'de-lot',
};

const planOf = ({ currency, structure }: Location): string =>
  currency === 'DKK' ? 'dk-city' : plans[structure ?? 'surface_lot'];

const amenitiesOf = ({ id, structure }: Location): Location['amenities'] => [
  ...(structure === undefined || structure === 'surface_lot' ? [] : (['indoor'] as const)),
  ...(id % 3 === 0 ? (['vehicle_charging'] as const) : []),
  ...(id % 2 === 0 ? (['handicap'] as const) : []),
  'eticket',
];

/** Some of the files state no capacities; so that their car parks can be booked in the demo, it sells a few spaces there. */
const soldSpaces = ({ id, capacity }: Location): number => capacity ?? 20 + (id % 5) * 10;

/** The file's fields as they are, so that importing the file itself over the demo changes nothing. */
const nativeOf = (location: Location, key: string) => {
  const { id: _id, sellerId: _sellerId, slug: _slug, validation, ...stated } = location;
  return {
    key,
    ...stated,
    seller: key.slice(0, key.indexOf('/')),
    options: [
      { key: 'standard', pool: 'standard', capacity: soldSpaces(location), ratePlan: planOf(location) },
    ],
    amenities: amenitiesOf(location),
    ...(isDeepStrictEqual(validation, usualValidation) ? {} : { validation }),
  };
};

const identitiesIn = async (database: Database): Promise<ReadonlyMap<number, string>> => {
  const documents = await database.collection(identityCollection).find({}).toArray();
  const ofLocations = documents.filter(({ _id }) => _id.startsWith('location|'));
  return new Map(ofLocations.map(({ _id, id }) => [id, _id.slice('location|'.length)]));
};

/** The car parks of the 20 real files as the importer reads them, with plans and amenities of the demo. */
export const realCarParks = async () => {
  const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock: systemClock });
  const catalogue = openCatalogue({ database, clock: systemClock, randomHex, logger: silentLogger });
  await catalogue.importFiles({ files: realFiles() });
  const snapshot = catalogue.snapshot();
  const keys = await identitiesIn(database);
  await database.close();
  const read = [...snapshot.locations()].map((location) => ({
    location: nativeOf(location, keys.get(location.id) ?? ''),
    sellerName: snapshot.seller(location.sellerId)?.name ?? '',
  }));
  const sellers = new Map(read.map(({ location, sellerName }) => [location.seller, sellerName]));
  return {
    sellers: [...sellers].map(([key, name]) => ({ key, name })),
    locations: read.map(({ location }) => location),
  };
};
