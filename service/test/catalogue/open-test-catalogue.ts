import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/documents.js';
import { randomHex } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import type { ImportFile } from '../../src/catalogue/import/read-json.js';
import { type OpenCatalogue, openCatalogue } from '../../src/catalogue/open-catalogue.js';

export const testNow = Date.UTC(2026, 10, 21, 12, 0);

export interface SkippingClock extends Clock {
  readonly skip: (ms: number) => void;
}

/** Stands still but for `skip` and for sleeps, which pass at once. */
export const skippingClock = (start = testNow): SkippingClock => {
  let now = start;
  const skip = (ms: number): void => {
    now += ms;
  };
  return {
    now: () => now,
    elapsed: () => now,
    skip,
    sleep: async (ms) => skip(ms),
    timer: () => () => undefined,
  };
};

/** Stands still; its sleeps give way to everybody else. */
export const patientClock = (): Clock => ({
  now: () => testNow,
  elapsed: () => testNow,
  sleep: () => nextTurn(),
  timer: () => () => undefined,
});

/** The catalogue over a database, read once, as a process has it after its start. */
export const openTestCatalogue = async (
  database: Pick<Database, 'collection'>,
  clock: Clock = skippingClock(),
  bulkSize = 500,
): Promise<OpenCatalogue> => {
  const catalogue = openCatalogue({ database, clock, randomHex, logger: silentLogger, bulkSize });
  await catalogue.reload();
  return catalogue;
};

/** Relative to the compiled test. */
const dataFolder = new URL('../../../data/', import.meta.url);

/** The 20 real files, in order of their names. */
export const realFiles = (): readonly ImportFile[] =>
  readdirSync(new URL('garages/', dataFolder))
    .filter((name) => name.endsWith('.geojson'))
    .toSorted()
    .map((name) => ({ name, content: readFileSync(new URL(`garages/${name}`, dataFolder), 'utf8') }));

export interface GivenFeature {
  readonly name?: unknown;
  readonly at?: readonly [number, number] | null;
  readonly [property: string]: unknown;
}

/** A GeoJSON point feature; `at` is [longitude, latitude], `null` for none; all else are properties. */
export const aFeature = ({ at = [9.92, 57.04], ...properties }: GivenFeature = {}): unknown => ({
  type: 'Feature',
  properties: { name: 'Market Garage', total: 120, type: 'Parkhaus', address: 'Market 1', ...properties },
  geometry: at === null ? null : { type: 'Point', coordinates: at },
});

export const aCityFeature = (
  name = 'Aalborg',
  at: readonly [number, number] = [9.924623, 57.050031],
): unknown => aFeature({ name, type: 'city', at });

/** A file of these features. */
export const fileOf = (features: readonly unknown[], name = 'town.geojson'): ImportFile => ({
  name,
  content: JSON.stringify({ type: 'FeatureCollection', features }),
});
