import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FoundFilter, type FoundSpec, readFilters, readSpecs } from './read-filters-scan.js';

const service = fileURLToPath(new URL('../../../', import.meta.url));

const sourcesOf = (folder: string): readonly (readonly [path: string, text: string])[] =>
  readdirSync(join(service, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [`${folder}/${name}`, readFileSync(join(service, folder, name), 'utf8')]);

const sources = sourcesOf('src').filter(([path]) => !path.startsWith('src/storage/'));
const specs = sources.flatMap(([, text]) => readSpecs(text));

/** Read whole on purpose, because there are few of them. */
const readWhole = new Set(['partners', 'processes', 'jobs']);

/** An upgrade reads everything, once in a database's life. */
const isUpgrade = (file: string): boolean => /\/upgrade-[\w-]+\.ts$/.test(file);

const isServed = ({ paths }: FoundFilter, { name, indexes }: FoundSpec): boolean => {
  if (paths === undefined) return false;
  if (paths.length === 0) return readWhole.has(name);
  return paths.includes('_id') || indexes.some(([first]) => first !== undefined && paths.includes(first));
};

/** Filters that no declared index of their collection can serve, as `file:line method {paths}`. */
const unserved = (filters: readonly FoundFilter[], known: readonly FoundSpec[]): readonly string[] =>
  filters
    .filter(({ file }) => !isUpgrade(file))
    .filter((filter) => !known.some((spec) => spec.document === filter.document && isServed(filter, spec)))
    .map(
      ({ file, line, method, document, paths }) =>
        `${file}:${line} ${method} of ${document} by ${paths?.join() ?? 'what the file does not show'}`,
    );

describe('the filters of all stores', () => {
  const filters = sources.flatMap(([path, text]) => readFilters(path, text));

  it('are found', () => {
    assert.ok(specs.length >= 15, `${specs.length} collections`);
    assert.ok(filters.length >= 40, `${filters.length} filters`);
    const documents = new Set(filters.map(({ document }) => document));
    const silent = specs.filter(({ document }) => !documents.has(document)).map(({ name }) => name);
    assert.deepEqual(
      silent,
      ['counters'],
      'collections of which no read was found (a counter is moved by its id)',
    );
  });

  it('start at an index of their collection, or at an id', () => {
    assert.deepEqual(unserved(filters, specs), []);
  });

  const things: FoundSpec = { document: 'Thing', name: 'things', indexes: [['at', 'color']] };
  const planted: readonly (readonly [call: string, isFound: boolean])[] = [
    ["documents.find({ color: 'red' })", true],
    ["documents.deleteMany({ color: 'red', 'inner.at': 1 })", true],
    ['documents.countDocuments({})', true],
    ['documents.updateMany(made(), { $set: { at: 1 } })', true],
    ["const by = { color: 'red' } as const; documents.findOne(by)", true],
    ["const by = (color: string) => ({ color }); documents.findOne(by('red'))", true],
    ['const by = (path: string) => ({ [path]: 1 }); documents.findOne(by("at"))', true],
    ['const by = (at: number) => ({ at }); documents.findOne(by(1))', false],
    ['documents.find({ at: { $lt: 1 } })', false],
    ["documents.find({ color: 'red', at: 1 })", false],
    ['documents.findOne({ _id: 1 })', false],
    ['const by = { at: 1 }; documents.find(by).toArray()', false],
  ];
  for (const [call, isFound] of planted) {
    it(`${isFound ? 'would' : 'would not'} be found out by ${call}`, () => {
      const text = `export const f = (documents: Documents<Thing>) => { ${call}; };`;
      assert.equal(unserved(readFilters('planted.ts', text), [things]).length, isFound ? 1 : 0);
    });
  }
});

describe('the tests of stores', () => {
  /** These ask on purpose for what no index serves, or look at the engine itself. */
  const loose = new Set([
    'test/storage/commit-group.test.ts',
    'test/storage/documents.test.ts',
    'test/storage/refusals.test.ts',
    'test/storage/data-directory.test.ts',
    'test/storage/inspect.test.ts',
    'test/storage/mongo.test.ts',
    'test/storage/crash-writer.ts',
    'test/storage/open-test-database.ts',
  ]);

  it('run on an engine that refuses to scan', () => {
    const opens = /\b(?:openDatabase|openTestDatabase|openEmbeddedTestDatabase|createEmbeddedDatabase)\(/;
    const faults = sourcesOf('test')
      .filter(([path, text]) => opens.test(text) && !loose.has(path))
      .filter(([, text]) => {
        const isDefault = /\bopenTestDatabase\(/.test(text);
        return /requireIndexes: false/.test(text) || (!isDefault && !/requireIndexes: true/.test(text));
      })
      .map(([path]) => path);
    assert.deepEqual(faults, []);
  });
});
