import type { Clock } from '../../base/clock.js';
import { planOf } from './build-drafts.js';
import type { Draft } from './draft.js';
import { type ImportProgress, readGeoJson } from './geojson/geojson-drafts.js';
import { type ImportMapping, usualMapping } from './geojson/mapping.js';
import type { Identities } from './identities.js';
import { ImportFault } from './import-fault.js';
import type { ImportDefaults } from './location-of-car-park.js';
import { readNative } from './native/native-drafts.js';
import { isNative } from './native/native-file.js';
import type { Publish } from './publish.js';
import { type ImportFile, readJson } from './read-json.js';
import { createTally, type FileReport, type Tally } from './tally.js';

export interface ImportRequest {
  readonly files: readonly ImportFile[];
  readonly mapping?: ImportMapping;
  readonly defaults?: ImportDefaults;
  readonly progress?: ImportProgress;
}

export interface ImportReport {
  readonly files: readonly FileReport[];
  /** Versions written; 0 means that the catalogue is as it was. */
  readonly changes: number;
}

export interface ImportOptions {
  readonly publish: Publish;
  readonly identities: Identities;
  readonly clock: Pick<Clock, 'now'>;
}

/** Imports all the files or none. Throws `ImportFault` where one is broken, `ImportBusy` while another import runs. */
export type ImportFiles = (request: ImportRequest) => Promise<ImportReport>;

/** The file's name without folder and ending: the same file found elsewhere is the same source. */
const sourceOf = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? name).replace(/\.(geo)?json$/i, '').slice(0, 100);

const refuseSameSource = (files: readonly ImportFile[]): void => {
  const seen = new Set<string>();
  for (const { name } of files) {
    if (seen.has(sourceOf(name)))
      throw new ImportFault({ file: name }, 'two files of this name: their features could not be told apart');
    seen.add(sourceOf(name));
  }
};

const refuseTwice = (file: string, label: string): ImportFault =>
  new ImportFault({ file }, `${label} is also in another file of this import`);

/** Every thing once, rate plans before the locations that use them, whichever file they are in. */
const inOrder = (drafts: readonly Draft[]): readonly Draft[] => {
  const once = new Map<string, Draft>();
  for (const draft of drafts) {
    const key = `${draft.kind} ${draft.identity}`;
    const other = once.get(key);
    // What the import adds by itself (standard plans, sellers) it may add for several files, and gives way to what a file says.
    if (other?.tally !== undefined && draft.tally !== undefined)
      throw refuseTwice(draft.tally.report().file, draft.label);
    if (other?.tally === undefined) once.set(key, draft);
  }
  const all = [...once.values()];
  return [
    ...all.filter(({ kind }) => kind === 'rate_plan'),
    ...all.filter(({ kind }) => kind !== 'rate_plan'),
  ];
};

export const createImportFiles = ({ publish, identities, clock }: ImportOptions): ImportFiles => {
  const readFile = async (file: ImportFile, tally: Tally, request: ImportRequest) => {
    const json = await readJson(file);
    if (isNative(json)) return readNative({ file: file.name, json, tally, now: clock.now() });
    return readGeoJson({
      file: file.name,
      source: sourceOf(file.name),
      json,
      mapping: request.mapping ?? usualMapping,
      defaults: request.defaults ?? {},
      tally,
      progress: request.progress ?? (() => undefined),
    });
  };

  return async (request) => {
    refuseSameSource(request.files);
    const tallies: Tally[] = [];
    const drafts: Draft[] = [];
    for (const file of request.files) {
      const tally = createTally(file.name);
      tallies.push(tally);
      for (const draft of await readFile(file, tally, request)) drafts.push(draft);
    }
    const changes = await publish(planOf(inOrder(drafts), identities));
    return { files: tallies.map((tally) => tally.report()), changes };
  };
};
