import { setImmediate as nextTurn } from 'node:timers/promises';
import { sellerId } from '../../base/ids.js';
import { type BuildContext, type Built, built, type Draft } from './draft.js';
import { isRecord } from './geometry.js';
import { FieldFault, ImportFault } from './import-fault.js';
import {
  type CarParkPlace,
  existingLocation,
  type ImportDefaults,
  newLocation,
  placeOf,
  updatedLocation,
} from './location-of-car-park.js';
import type { ImportMapping } from './mapping.js';
import { type CarPark, type City, isCity, readCarPark, readCity } from './read-car-park.js';
import { type Feature, readFeature } from './read-properties.js';
import { standardRatePlan, standardRatePlanId } from './standard-rate-plan.js';
import type { Tally } from './tally.js';

/** How far one file is; called now and then on large files. */
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

/** Names the feature in faults that are found inside it. */
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

const findCity = (input: GeoJsonInput, features: readonly Feature[]): City => {
  const index = features.findIndex((feature) => isCity(feature, input.mapping));
  const feature = features[index];
  const nowhere: City = { name: undefined, at: undefined };
  return feature === undefined
    ? nowhere
    : insideFeature(input.file, index, () => readCity(feature, input.mapping));
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

const buildLocation =
  (carPark: CarPark, place: CarParkPlace, input: GeoJsonInput, city: City) =>
  (context: BuildContext): Built => {
    const existing = existingLocation(context.existing);
    const details = {
      id: context.id,
      seller: context.numberOf('seller', input.source),
      place,
      cityName: city.name,
      defaults: input.defaults,
    };
    const body =
      existing === undefined ? newLocation(carPark, details) : updatedLocation(existing, carPark, details);
    const plans = body.options.map(({ ratePlan }) => context.ratePlan(ratePlan));
    if (plans.includes(undefined))
      throw new ImportFault(
        { file: input.file },
        `rate plan ${input.defaults.ratePlan ?? 'of a location'} is unknown`,
      );
    if (plans.some((plan) => plan?.currency !== body.currency))
      return { kind: 'skipped', reason: 'rate_plan_in_other_currency' };
    return built({ kind: 'location', body });
  };

/** Only where it is not there yet: operators rename sellers. */
const sellerDraft = (source: string, city: City): Draft => ({
  kind: 'seller',
  identity: source,
  label: source,
  build: (context) =>
    context.existing?.kind === 'seller' && context.existing.body !== null
      ? built({ kind: 'seller', body: context.existing.body })
      : built({
          kind: 'seller',
          body: { id: sellerId(context.id), name: `${city.name ?? source} Parking` },
        }),
});

const standardPlanDraft = (currency: CarParkPlace['currency']): Draft => ({
  kind: 'rate_plan',
  identity: standardRatePlanId(currency),
  label: standardRatePlanId(currency),
  build: ({ existing }) =>
    existing?.kind === 'rate_plan' && existing.body !== null
      ? built({ kind: 'rate_plan', body: existing.body })
      : built({ kind: 'rate_plan', body: standardRatePlan(currency) }),
});

const readFeatures = async (input: GeoJsonInput, items: readonly unknown[]): Promise<readonly Feature[]> => {
  const features: Feature[] = [];
  for (const [index, item] of items.entries()) {
    features.push(insideFeature(input.file, index, () => readFeature(item)));
    if (index % (featuresPerTurn * 10) === 0) await nextTurn();
  }
  return features;
};

/** Reads a GeoJSON file into drafts; what is left out is in the tally. Throws `ImportFault` where the file is broken. */
export const readGeoJson = async (input: GeoJsonInput): Promise<readonly Draft[]> => {
  const { file, source, mapping, defaults, tally } = input;
  const features = await readFeatures(input, featureList(file, input.json));
  const city = findCity(input, features);
  const identityOf = createIdentityOf(source);
  const seenIds = new Set<string>();
  const locations: Draft[] = [];
  const currencies = new Set<CarParkPlace['currency']>();

  const readOne = (feature: Feature, index: number): void => {
    tally.read();
    if (isCity(feature, mapping)) return tally.skipped('city', `feature ${index} "${city.name ?? ''}"`);
    const reading = insideFeature(file, index, () => readCarPark(feature, city, mapping));
    const name = reading.kind === 'car_park' ? reading.carPark.name : (reading.name ?? '');
    const label = `feature ${index} "${name}"`;
    const identity = identityOf(name, reading.kind === 'car_park' ? reading.carPark.id : undefined);
    if (reading.kind === 'skipped') return tally.skipped(reading.reason, label);
    if (seenIds.has(identity)) return tally.skipped('duplicate_id', label);
    const place = placeOf(reading.carPark, defaults);
    if (place === undefined) return tally.skipped('currency_unknown', label);
    seenIds.add(identity);
    currencies.add(place.currency);
    for (const note of reading.notes) tally.noted(note, label);
    const build = buildLocation(reading.carPark, place, input, city);
    locations.push({ kind: 'location', identity, label, tally, build });
  };

  for (const [index, feature] of features.entries()) {
    readOne(feature, index);
    if ((index + 1) % featuresPerTurn !== 0) continue;
    input.progress({ file, done: index + 1, total: features.length });
    await nextTurn();
  }
  input.progress({ file, done: features.length, total: features.length });
  return [...[...currencies].map(standardPlanDraft), sellerDraft(source, city), ...locations];
};
