import { cleanText } from '../../clean-text.js';
import { FieldFault } from '../import-fault.js';
import { isRecord } from './geometry.js';
import { foldValue, type ImportMapping, type MappedProperty } from './mapping.js';

export type Properties = Readonly<Record<string, unknown>>;

/** A feature whose shape is right; its geometry is looked at later. */
export interface Feature {
  readonly id: unknown;
  readonly properties: Properties;
  readonly geometry: unknown;
}

/** Throws `FieldFault` where it is not a GeoJSON feature. */
export const readFeature = (value: unknown): Feature => {
  if (!isRecord(value)) throw new FieldFault('', 'expected an object');
  if (value['type'] !== 'Feature') throw new FieldFault('type', 'expected "Feature"');
  const properties = value['properties'] ?? {};
  if (!isRecord(properties)) throw new FieldFault('properties', 'expected an object or null');
  return { id: value['id'], properties, geometry: value['geometry'] };
};

/** Own properties only: a file may well have one called `constructor`, or ask for one that every object inherits. */
const own = (properties: Properties, name: string): unknown =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

const longest: Readonly<Record<MappedProperty, number>> = {
  id: 100,
  name: 200,
  capacity: 200,
  type: 100,
  address: 200,
  city: 100,
  state: 100,
  postal_code: 20,
  country: 60,
  phone: 40,
  description: 2000,
  hours: 500,
  rates: 500,
  max_height: 40,
};

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

export interface MappedText {
  /** The first of the mapped properties that holds text or a number; cleaned; `undefined` where none does. */
  readonly text: (property: MappedProperty) => string | undefined;
  /** The first of the mapped properties that is there at all, as it is. */
  readonly raw: (property: MappedProperty) => unknown;
}

export const mapProperties = (properties: Properties, mapping: ImportMapping): MappedText => {
  const values = (property: MappedProperty): readonly unknown[] =>
    mapping.properties[property]
      .map((name) => own(properties, name))
      .filter((value) => value !== undefined && value !== null && value !== '');
  return {
    raw: (property) => values(property)[0],
    text: (property) =>
      values(property)
        .map((value) => cleanText(textOf(value) ?? '', longest[property]))
        .find((text) => text !== ''),
  };
};

/** Whether one of the rule's properties has one of its values. */
export const matches = (properties: Properties, rule: ImportMapping['skip']): boolean =>
  [...rule].some(([name, wanted]) => {
    const text = textOf(own(properties, name));
    return text !== undefined && wanted.has(foldValue(text.slice(0, 200)));
  });
