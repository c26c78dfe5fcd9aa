import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Currency } from '../../../base/money.js';
import type { Draft } from '../draft.js';
import { FieldFault, ImportFault } from '../import-fault.js';
import { type ImportDefaults, placeOf } from '../location-of-car-park.js';
import type { Tally } from '../tally.js';
import { isRecord } from './geometry.js';
import { buildLocation, type FileContext, sellerDraft, standardPlanDraft } from './location-draft.js';
import type { ImportMapping } from './mapping.js';
import { type City, isCity, readCarPark, readCity } from './read-car-park.js';
import { type Feature, readFeature } from './read-properties.js';

/** How far one file is; called every 1,000 features and at the end. */
export type ImportProgress = (progress: {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}) => void;

export interface GeoJsonInput {
  readonly file: string;
  /** The first part of the identity of everything in the file. */
  readonly source: string;
  readonly json: unknown;
  readonly mapping: ImportMapping;
  readonly defaults: ImportDefaults;
  readonly tally: Tally;
  readonly progress: ImportProgress;
}

type Reading =
  | { readonly kind: 'skipped'; readonly reason: string; readonly label: string }
  | {
      readonly kind: 'draft';
      readonly draft: Draft;
      readonly currency: Currency;
      readonly notes: readonly string[];
    };

/** Features read between two turns of the event loop. */
const featuresPerTurn = 1000;

const featureList = (file: string, json: unknown): readonly unknown[] => {
  if (isRecord(json) && json['type'] === 'Feature') return [json];
  if (!isRecord(json) || json['type'] !== 'FeatureCollection')
    throw new ImportFault(
      { file, field: 'type' },
      'expected a FeatureCollection, a Feature or a parking-catalogue',
    );
  const features: unknown = json['features'];
  if (!Array.isArray(features)) throw new ImportFault({ file, field: 'features' }, 'expected a list');
  return features;
};

/** Names the feature in a fault that is found inside it. */
const insideFeature = <T>(file: string, feature: number, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    throw new ImportFault(
      { file, feature, ...(error.field === '' ? {} : { field: error.field }) },
      error.message,
    );
  }
};

const readFeatures = async (input: GeoJsonInput): Promise<readonly Feature[]> => {
  const features: Feature[] = [];
  for (const [index, item] of featureList(input.file, input.json).entries()) {
    features.push(insideFeature(input.file, index, () => readFeature(item)));
    if (index % featuresPerTurn === 0) await nextTurn();
  }
  return features;
};

const findCity = ({ file, mapping }: GeoJsonInput, features: readonly Feature[]): City => {
  const index = features.findIndex((feature) => isCity(feature, mapping));
  const feature = features[index];
  if (feature === undefined) return { name: undefined, at: undefined };
  return insideFeature(file, index, () => readCity(feature, mapping));
};

/** Names repeat in real data, so a name alone is none: the second "Haerder Center" is `.../Haerder Center/2`. */
const createIdentityOf = (source: string) => {
  const timesSeen = new Map<string, number>();
  return (name: string, id: string | undefined): string => {
    const ordinal = (timesSeen.get(name) ?? 0) + 1;
    timesSeen.set(name, ordinal);
    return id === undefined ? `${source}/name/${name}/${ordinal}` : `${source}/id/${id}`;
  };
};

const assumed =
  ({ capacity }: ImportDefaults) =>
  (note: string): string =>
    note === 'capacity_unknown' && capacity !== undefined ? 'capacity_assumed' : note;

/** Reads the features of one file, one after the other: identities depend on what came before. */
const createFeatureReader = (input: GeoJsonInput, city: City, context: FileContext) => {
  const identityOf = createIdentityOf(input.source);
  const seen = new Set<string>();

  return (feature: Feature, index: number): Reading => {
    const skip = (reason: string, name: string | undefined): Reading => {
      return { kind: 'skipped', reason, label: `feature ${index} "${name ?? ''}"` };
    };
    if (isCity(feature, input.mapping)) return skip('city', city.name);
    const reading = readCarPark(feature, city, input.mapping);
    if (reading.kind === 'skipped') {
      if (reading.name !== undefined) identityOf(reading.name, undefined);
      return skip(reading.reason, reading.name);
    }
    const { carPark, notes } = reading;
    const identity = identityOf(carPark.name, carPark.id);
    if (seen.has(identity)) return skip('duplicate_id', carPark.name);
    seen.add(identity);
    const place = placeOf(carPark, input.defaults);
    if (place === undefined) return skip('currency_unknown', carPark.name);
    const label = `feature ${index} "${carPark.name}"`;
    const build = buildLocation(carPark, place, context);
    const draft: Draft = { kind: 'location', identity, label, tally: input.tally, build };
    return { kind: 'draft', draft, currency: place.currency, notes: notes.map(assumed(input.defaults)) };
  };
};

const takeReading = (reading: Reading, tally: Tally): readonly Draft[] => {
  tally.read();
  if (reading.kind === 'skipped') {
    tally.skipped(reading.reason, reading.label);
    return [];
  }
  for (const note of reading.notes) tally.noted(note, reading.draft.label);
  return [standardPlanDraft(reading.currency), reading.draft];
};

/** Reads a GeoJSON file into drafts; what is left out is in the tally. Throws `ImportFault` where the file is broken. */
export const readGeoJson = async (input: GeoJsonInput): Promise<readonly Draft[]> => {
  const { file, source, defaults, tally, progress } = input;
  const features = await readFeatures(input);
  const city = findCity(input, features);
  const context: FileContext = { file, source, cityName: city.name, defaults };
  const read = createFeatureReader(input, city, context);
  const drafts: Draft[] = [sellerDraft(context)];
  for (const [index, feature] of features.entries()) {
    const reading = insideFeature(file, index, () => read(feature, index));
    drafts.push(...takeReading(reading, tally));
    if ((index + 1) % featuresPerTurn !== 0) continue;
    progress({ file, done: index + 1, total: features.length });
    await nextTurn();
  }
  progress({ file, done: features.length, total: features.length });
  return drafts;
};
