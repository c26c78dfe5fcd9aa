import { Ajv } from 'ajv';
import { type Static, Type } from 'typebox';
import { ImportFault } from '../import-fault.js';

const names = Type.Union([Type.String(), Type.Array(Type.String())]);
const kinds = Type.Union([
  Type.Literal('garage'),
  Type.Literal('underground_garage'),
  Type.Literal('surface_lot'),
  Type.Literal('on_street'),
  Type.Literal('skip'),
]);
const values = Type.Record(Type.String(), Type.Array(Type.String()));

/** A mapping file: which property of a feature says what. See docs/import.md. */
const mappingSchema = Type.Object(
  {
    id: Type.Optional(names),
    name: Type.Optional(names),
    capacity: Type.Optional(names),
    type: Type.Optional(names),
    types: Type.Optional(Type.Record(Type.String(), kinds)),
    address: Type.Optional(names),
    city: Type.Optional(names),
    state: Type.Optional(names),
    postal_code: Type.Optional(names),
    country: Type.Optional(names),
    phone: Type.Optional(names),
    description: Type.Optional(names),
    hours: Type.Optional(names),
    rates: Type.Optional(names),
    max_height: Type.Optional(names),
    skip: Type.Optional(values),
    only: Type.Optional(values),
    city_feature: Type.Optional(values),
  },
  { additionalProperties: false },
);

export type MappedKind = Static<typeof kinds>;
export type MappedProperty =
  | 'id'
  | 'name'
  | 'capacity'
  | 'type'
  | 'address'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country'
  | 'phone'
  | 'description'
  | 'hours'
  | 'rates'
  | 'max_height';

type Rule = ReadonlyMap<string, ReadonlySet<string>>;

/** A mapping ready for use: names of properties in order of preference, values in lower case. */
export interface ImportMapping {
  readonly properties: Readonly<Record<MappedProperty, readonly string[]>>;
  readonly types: ReadonlyMap<string, MappedKind>;
  /** A feature with one of these values is left out. */
  readonly skip: Rule;
  /** Where not empty, a feature must have one of these values. */
  readonly only: Rule;
  /** Marks the feature that is the city itself, which gives the city's name and place. */
  readonly cityFeature: Rule;
}

type MappingInput = Static<typeof mappingSchema>;

/** Fits open data as it is usually published, the 20 files under service/data/garages included. */
const usual: Required<MappingInput> = {
  id: ['id', 'ID', 'obs_parkid'],
  name: ['name', 'Name', 'NAME', 'title', 'bezeichnung', 'Bezeichnung'],
  capacity: ['capacity', 'total', 'Capacity', 'kapazitaet', 'Stellplaetze', 'spaces'],
  type: ['type', 'parking', 'Typ', 'art'],
  types: {
    Parkhaus: 'garage',
    Parkgarage: 'garage',
    garage: 'garage',
    'multi-storey': 'garage',
    Tiefgarage: 'underground_garage',
    'Parkplatz/Tiefgarage': 'underground_garage',
    underground: 'underground_garage',
    underground_garage: 'underground_garage',
    Parkplatz: 'surface_lot',
    Parkfläche: 'surface_lot',
    surface: 'surface_lot',
    surface_lot: 'surface_lot',
    Straße: 'on_street',
    street_side: 'on_street',
    lane: 'on_street',
    on_street: 'on_street',
  },
  address: ['address', 'addr:street', 'Adresse', 'street'],
  city: ['city', 'addr:city', 'Ort'],
  state: ['state', 'addr:state'],
  postal_code: ['postal_code', 'postcode', 'addr:postcode', 'PLZ'],
  country: ['country', 'addr:country'],
  phone: ['phone', 'Telefon'],
  description: ['description', 'Beschreibung'],
  hours: ['opening_hours', 'hours', 'Öffnungszeiten', 'oeffnungszeiten'],
  rates: ['charge', 'rates', 'Tarif', 'Gebühren', 'gebuehren'],
  max_height: ['maxheight', 'max_height', 'Einfahrtshöhe', 'einfahrtshoehe'],
  skip: {},
  only: {},
  city_feature: { type: ['city'] },
};

const list = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

export const foldValue = (text: string): string => text.trim().toLowerCase().normalize('NFC');

const ruleOf = (rule: Readonly<Record<string, readonly string[]>>): Rule =>
  new Map(Object.entries(rule).map(([property, wanted]) => [property, new Set(wanted.map(foldValue))]));

const build = (input: MappingInput): ImportMapping => {
  const all = { ...usual, ...input };
  return {
    properties: {
      id: list(all.id),
      name: list(all.name),
      capacity: list(all.capacity),
      type: list(all.type),
      address: list(all.address),
      city: list(all.city),
      state: list(all.state),
      postal_code: list(all.postal_code),
      country: list(all.country),
      phone: list(all.phone),
      description: list(all.description),
      hours: list(all.hours),
      rates: list(all.rates),
      max_height: list(all.max_height),
    },
    types: new Map(
      Object.entries({ ...usual.types, ...input.types }).map(([value, kind]) => [foldValue(value), kind]),
    ),
    skip: ruleOf(all.skip),
    only: ruleOf(all.only),
    cityFeature: ruleOf(all.city_feature),
  };
};

const check = new Ajv({ allErrors: true }).compile<MappingInput>(mappingSchema);

export const usualMapping: ImportMapping = build({});

/** Reads a mapping file's JSON; what it leaves out stays as usual. Throws `ImportFault` that names the field. */
export const readMapping = (value: unknown, file: string): ImportMapping => {
  if (check(value)) return build(value);
  const fault = check.errors?.[0];
  const extra =
    fault?.keyword === 'additionalProperties' ? `/${String(fault.params['additionalProperty'])}` : '';
  throw new ImportFault(
    { file, field: (fault?.instancePath ?? '') + extra },
    fault?.message ?? 'not a mapping',
  );
};
