import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface TestGroup {
  readonly name: string;
  /** Files of the group that run side by side. */
  readonly concurrency: number;
  readonly files: readonly string[];
}

/** A test belongs to the group that the end of its file name says; the last that fits counts. */
const kinds = [
  { name: 'unit', suffix: '.test.js', concurrency: 2 },
  { name: 'http', suffix: '.http.test.js', concurrency: 2 },
  { name: 'crash', suffix: '.crash.test.js', concurrency: 2 },
  { name: 'conformance', suffix: '.conformance.test.js', concurrency: 1 },
] as const;

const places = [
  'service/dist/test',
  'partner-kit/dist/test',
  'conformance/dist/test',
  'scripts/dist',
  'test/dist',
];
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The compiler leaves behind what it made of files that were moved away since. */
const hasSource = (file: string): boolean =>
  existsSync(join(repositoryRoot, file.replace('/dist/', '/').replace(/\.js$/, '.ts')));

/** Rejects where a package was not built: its tests would go missing in silence. */
const testFilesUnder = async (place: string): Promise<string[]> => {
  const entries = await readdir(join(repositoryRoot, place), { recursive: true });
  const tests = entries.filter((entry) => entry.endsWith('.test.js')).map((entry) => join(place, entry));
  return tests.filter(hasSource);
};

const kindOf = (file: string): string =>
  kinds.findLast(({ suffix }) => file.endsWith(suffix))?.name ?? 'unit';

/** The test files of the whole repository in their groups, narrowed to what was asked for. */
export const findGroups = async (wanted: {
  readonly only: readonly string[];
  readonly containing: readonly string[];
}): Promise<readonly TestGroup[]> => {
  const all = (await Promise.all(places.map(testFilesUnder))).flat().sort();
  const isWanted = (file: string): boolean =>
    wanted.containing.length === 0 || wanted.containing.some((part) => file.includes(part));
  return kinds
    .filter(({ name }) => wanted.only.length === 0 || wanted.only.includes(name))
    .map(({ name, concurrency }) => ({
      name,
      concurrency,
      files: all.filter((file) => kindOf(file) === name && isWanted(file)),
    }))
    .filter(({ files }) => files.length > 0);
};
