import type { Coordinates, Outline } from '../../location.js';
import type { OperatingHours } from '../../opening.js';
import { readGeometry, type Shape } from './geometry.js';
import { foldValue, type ImportMapping, type MappedKind } from './mapping.js';
import { type Placing, placeShape } from './place-shape.js';
import { readCapacity } from './read-capacity.js';
import { readHeight } from './read-height.js';
import { readOpeningHours } from './read-opening-hours.js';
import { type Feature, type MappedText, mapProperties, matches } from './read-properties.js';

/** The feature of a file that is the city itself. */
export interface City {
  readonly name: string | undefined;
  readonly at: Coordinates | undefined;
}

/** What a feature says about a car park; what it does not say is absent. */
export interface CarPark {
  readonly id?: string;
  readonly name: string;
  readonly kind?: Exclude<MappedKind, 'skip'>;
  readonly capacity?: number;
  readonly address1?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  readonly country?: string;
  readonly phone?: string;
  readonly description?: string;
  readonly hours?: string;
  /** What `hours` says, where it could be read. */
  readonly operatingHours?: OperatingHours;
  /** What is posted about prices, as text. */
  readonly rates?: string;
  readonly maxHeightInches?: number;
  readonly coordinates: Coordinates;
  readonly entrances: readonly Coordinates[];
  readonly outline?: Outline;
}

/** `name` is there as soon as it is known, also of what is skipped: names are numbered over the whole file. */
export type CarParkReading =
  | { readonly kind: 'car_park'; readonly carPark: CarPark; readonly notes: readonly string[] }
  | { readonly kind: 'skipped'; readonly reason: string; readonly name?: string };

const mostOutlineCorners = 1000;

export const isCity = (feature: Feature, mapping: ImportMapping): boolean =>
  matches(feature.properties, mapping.cityFeature);

export const readCity = (feature: Feature, mapping: ImportMapping): City => {
  const reading = readGeometry(feature.geometry);
  const placing = reading.kind === 'shape' ? placeShape(reading.shape, undefined) : undefined;
  return {
    name: mapProperties(feature.properties, mapping).text('name'),
    at: placing?.kind === 'placed' ? placing.at : undefined,
  };
};

const outlineOf = ({ polygons }: Shape): Outline | undefined => {
  const corners = polygons.flat(2).length;
  return corners > 0 && corners <= mostOutlineCorners
    ? { type: 'MultiPolygon', coordinates: polygons }
    : undefined;
};

/** "Street 5, 12345 Town" is a street and a postal code. */
const splitAddress = (
  address: string | undefined,
): { readonly street?: string; readonly postalCode?: string } => {
  if (address === undefined) return {};
  const [, street, postalCode] = /^(.{2,}?),\s*(\d{4,5})\s+\D+$/.exec(address) ?? [];
  return street === undefined || postalCode === undefined ? { street: address } : { street, postalCode };
};

const countryCode = (text: string | undefined): string | undefined =>
  text !== undefined && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined;

/** Without the keys whose value is undefined: an absent field is absent in stored documents too. */
const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } => {
  const result: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (isDefined(value)) result[key] = value;
  }
  return result;
};

const isDefined = <T>(value: T): value is Exclude<T, undefined> => value !== undefined;

const notesOf = (said: MappedText, placing: Placing, kind: MappedKind | undefined): readonly string[] => {
  const rawCapacity = said.raw('capacity');
  const capacity = readCapacity(rawCapacity);
  const hours = said.text('hours');
  return [
    ...(placing.kind === 'placed' && placing.isSwapped ? ['coordinates_swapped'] : []),
    ...(capacity === undefined ? ['capacity_unknown'] : []),
    ...(capacity !== undefined && typeof rawCapacity === 'string' ? ['capacity_from_text'] : []),
    ...(kind === undefined && said.text('type') !== undefined ? ['type_unknown'] : []),
    ...(hours !== undefined && readOpeningHours(hours) === undefined ? ['hours_only_text'] : []),
  ];
};

const describe = (said: MappedText, kind: MappedKind | undefined) => {
  const { street, postalCode } = splitAddress(said.text('address'));
  const hours = said.text('hours');
  return present({
    id: said.text('id'),
    kind: kind === 'skip' ? undefined : kind,
    capacity: readCapacity(said.raw('capacity')),
    address1: street,
    city: said.text('city'),
    state: said.text('state'),
    postalCode: said.text('postal_code') ?? postalCode,
    country: countryCode(said.text('country')),
    phone: said.text('phone'),
    description: said.text('description'),
    hours,
    operatingHours: hours === undefined ? undefined : readOpeningHours(hours),
    rates: said.text('rates'),
    maxHeightInches: readHeight(said.raw('max_height')),
  });
};

/** Reads one feature that is not the city. Throws `FieldFault` where its geometry is not GeoJSON. */
export const readCarPark = (feature: Feature, city: City, mapping: ImportMapping): CarParkReading => {
  const { properties } = feature;
  const said = mapProperties(properties, mapping);
  const reading = readGeometry(feature.geometry);
  const kind = mapping.types.get(foldValue(said.text('type') ?? ''));
  const isOther = mapping.only.size > 0 && !matches(properties, mapping.only);
  if (kind === 'skip' || isOther || matches(properties, mapping.skip))
    return { kind: 'skipped', reason: 'not_a_car_park' };

  const name = said.text('name') ?? said.text('address');
  if (name === undefined) return { kind: 'skipped', reason: 'no_name' };
  if (reading.kind === 'none') return { kind: 'skipped', reason: 'no_geometry', name };
  if (reading.kind === 'unsupported') return { kind: 'skipped', reason: 'geometry_not_supported', name };
  const placing = placeShape(reading.shape, city.at);
  if (placing.kind === 'absurd') return { kind: 'skipped', reason: 'coordinates_absurd', name };
  if (placing.kind === 'far') return { kind: 'skipped', reason: 'far_from_its_city', name };

  const outline = outlineOf(placing.shape);
  const entrances = placing.shape.points.slice(0, 20).map(([lon, lat]) => ({ lat, lon }));
  const carPark: CarPark = {
    ...idOf(feature),
    ...describe(said, kind),
    name,
    coordinates: placing.at,
    entrances: entrances.length > 0 ? entrances : [placing.at],
    ...(outline === undefined ? {} : { outline }),
  };
  return { kind: 'car_park', carPark, notes: notesOf(said, placing, kind) };
};

/** GeoJSON's own place for an id, outside the properties; a mapped property goes before it. */
const idOf = ({ id }: Feature): { readonly id?: string } =>
  (typeof id === 'string' && id !== '') || typeof id === 'number' ? { id: String(id).slice(0, 100) } : {};
