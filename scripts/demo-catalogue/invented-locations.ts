import type { NativeLocation } from '#service/catalogue/import/native/native-schema.js';
import { inBoth } from './in-both.js';

type Structure = NonNullable<NativeLocation['structure']>;

/** A city of invented car parks at plausible places. */
interface InventedCity {
  readonly seller: string;
  readonly names: readonly string[];
  readonly streets: readonly string[];
  readonly address: Pick<NativeLocation['address'], 'city' | 'state' | 'country'> & {
    readonly postalCodes: readonly string[];
  };
  /** South-west corner and size, in degrees; on dry land all over. */
  readonly area: {
    readonly lat: number;
    readonly lon: number;
    readonly height: number;
    readonly width: number;
  };
  readonly ratePlans: readonly string[];
  /** Name of the metropolitan area. */
  readonly msa: string;
}

const kinds: readonly (readonly [word: string, structure: Structure])[] = [
  ['Garage', 'garage'],
  ['Underground', 'underground_garage'],
  ['Lot', 'surface_lot'],
];

const pick = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** Spread evenly, and always the same: multiples of the golden ratio, without their whole part. */
const spread = (index: number, step: number): number => (index * step) % 1;
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

const amenitiesOf = (structure: Structure, index: number): NonNullable<NativeLocation['amenities']> => [
  ...(structure === 'surface_lot'
    ? (['unobstructed', 'tailgate'] as const)
    : (['indoor', 'security'] as const)),
  ...(index % 2 === 0 ? (['handicap'] as const) : []),
  ...(index % 3 === 0 ? (['vehicle_charging', 'restroom'] as const) : []),
  ...(index % 4 === 0 ? (['attended', 'valet'] as const) : []),
  ...(index % 5 === 0 ? (['reentry_allowed'] as const) : []),
  'eticket',
];

const describe = (
  structure: Structure,
  street: string,
): Pick<NativeLocation, 'description' | 'directions'> => {
  const english = structure === 'surface_lot' ? 'Open-air spaces' : 'Covered spaces';
  const french = structure === 'surface_lot' ? 'Places à ciel ouvert' : 'Places couvertes';
  const what = `${english}, open day and night.`;
  const how = `Enter from ${street} and follow the blue signs.`;
  return {
    description: inBoth(what, `${french}, ouvertes jour et nuit.`),
    directions: inBoth(how, `Entrez par ${street} et suivez les panneaux bleus.`),
  };
};

const words: Readonly<Record<Structure, readonly [english: string, french: string]>> = {
  garage: ['A garage with four decks', 'Un stationnement à quatre étages'],
  underground_garage: ['The way down to the garage', 'La descente vers le stationnement'],
  surface_lot: ['Spaces under the open sky', 'Des places à ciel ouvert'],
};

/** Drawings of ours, one for each kind of car park; they are served with the pages. */
const photosOf = (structure: Structure): NonNullable<NativeLocation['photos']> => {
  const [english, french] = words[structure];
  const url = `/photos/${structure.replaceAll('_', '-')}.svg`;
  return [
    {
      alt: inBoth(english, french),
      sizes: {
        original: { url, width: 1200, height: 800 },
        gallery_thumb: { url, width: 120, height: 80 },
      },
    },
  ];
};

const clearHeightOf = (structure: Structure, index: number) =>
  structure === 'surface_lot' ? {} : { maxHeightInches: 78 + (index % 4) * 2 };

const inventOne = (city: InventedCity, name: string, index: number): NativeLocation => {
  const [word, structure] = pick(kinds, index);
  const { postalCodes, ...address } = city.address;
  const street = pick(city.streets, index);
  const capacity = 20 + ((index * 37) % 180);
  const coordinates = {
    lat: rounded(city.area.lat + spread(index + 1, 0.618034) * city.area.height),
    lon: rounded(city.area.lon + spread(index + 1, 0.754878) * city.area.width),
  };
  return {
    key: `${city.seller}/${name}`,
    name: `${name} ${word}`,
    type: 'offstreet',
    structure,
    address: { address1: `${100 + index * 7} ${street}`, ...address, postalCode: pick(postalCodes, index) },
    coordinates,
    entrances: [{ ...coordinates, ...clearHeightOf(structure, index) }],
    seller: city.seller,
    capacity,
    options: [{ key: 'standard', pool: 'standard', capacity, ratePlan: pick(city.ratePlans, index) }],
    amenities: amenitiesOf(structure, index),
    ...describe(structure, street),
    operatingHours: { alwaysOpen: true },
    photos: photosOf(structure),
    msa: city.msa,
    displaysSellerLogo: index % 5 === 0,
  };
};

export const inventLocations = (city: InventedCity): readonly NativeLocation[] =>
  city.names.map((name, index) => inventOne(city, name, index));
