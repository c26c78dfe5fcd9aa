import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRunImport, type ImportArguments } from '../../src/catalogue/import/import-report.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { aCityFeature, aFeature, fileOf, openTestCatalogue } from './open-test-catalogue.js';

const contents: Readonly<Record<string, unknown>> = {
  'data/town.geojson': fileOf([
    aCityFeature(),
    aFeature({ name: 'One' }),
    aFeature({ name: 'Two', total: 'approx. 1,200' }),
    aFeature({ name: 'Three', total: undefined, at: null }),
    aFeature({ name: 'Four', total: undefined }),
  ]).content,
  'data/large.geojson': fileOf(Array.from({ length: 1500 }, (_, index) => aFeature({ name: `L${index}` })))
    .content,
  'data/broken.geojson': '{"type": "FeatureCollection",\n "features": [}',
  'mapping.json': '{"capacity": "plaetze"}',
  'bad-mapping.json': '{"capactiy": "plaetze"}',
};

const run = async (t: TestContext, args: ImportArguments, times = 1) => {
  const database = await openTestDatabase();
  t.after(database.close);
  const { importFiles, snapshot } = await openTestCatalogue(database);
  const openFile = async function* (path: string) {
    const content = contents[path];
    if (typeof content !== 'string')
      throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
    yield content;
  };
  let printed = '';
  let told = '';
  const out = {
    print: (text: string) => {
      printed += text;
    },
    tell: (text: string) => {
      told += text;
    },
  };
  const runImport = createRunImport({ importFiles, openFile });
  let code = await runImport(args, out);
  for (let again = 1; again < times; again += 1) {
    printed = '';
    code = await runImport(args, out);
  }
  return { code, printed, told, locationCount: snapshot().locationCount };
};

describe('parking-service import', () => {
  it('prints a table per file with reasons', async (t) => {
    const { code, printed } = await run(t, { files: ['data/town.geojson', 'data/large.geojson'] });
    assert.equal(code, 0);
    assert.equal(
      printed,
      `File           Read  Imported  Updated  Unchanged  Skipped
town.geojson      5         3        0          0        2
large.geojson  1500      1500        0          0        0
Total          1505      1503        0          0        2

Skipped
       1  the city itself, not a car park
          town.geojson feature 0 "Aalborg"
       1  no geometry
          town.geojson feature 3 "Three"

Worth a look
       1  capacity read from a text
          town.geojson feature 2 "Two"
       1  no usable capacity: listed, but sold only where spaces are set
          town.geojson feature 4 "Four"

The catalogue is up to date.
`,
    );
  });

  it('says that nothing changed the second time', async (t) => {
    const { printed } = await run(t, { files: ['data/town.geojson'] }, 2);
    assert.match(printed, /^town.geojson +5 +0 +0 +3 +2$/m);
    assert.match(printed, /Nothing changed\.\n$/);
  });

  it('shows progress on large files only', async (t) => {
    assert.equal((await run(t, { files: ['data/town.geojson'] })).told, '');
    assert.equal(
      (await run(t, { files: ['data/large.geojson'] })).told,
      'large.geojson: 1000 of 1500 features read\nlarge.geojson: 1500 of 1500 features read\n',
    );
  });

  it('prints JSON', async (t) => {
    const { printed } = await run(t, { files: ['data/town.geojson'], json: true });
    const report = JSON.parse(printed);
    assert.deepEqual(
      [report.files[0].file, report.files[0].imported, report.changes],
      ['town.geojson', 3, 5],
    );
  });

  it('follows a mapping file and the defaults given', async (t) => {
    const args = {
      files: ['data/town.geojson'],
      mapping: 'mapping.json',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      capacity: 9,
    };
    const { code, printed } = await run(t, args);
    assert.equal(code, 0);
    assert.match(printed, /3 {2}no usable capacity: the one given/);
  });

  const refusals: readonly (readonly [string, ImportArguments, number, RegExp])[] = [
    [
      'a broken file',
      { files: ['data/town.geojson', 'data/broken.geojson'] },
      1,
      /^broken.geojson:2:15: expected a value or ']', but found "}"\nNothing was imported.\n$/,
    ],
    [
      'an unknown rate plan',
      { files: ['data/town.geojson'], ratePlan: 'gold' },
      1,
      /there is no rate plan gold/,
    ],
    [
      'a broken mapping',
      { files: ['data/town.geojson'], mapping: 'bad-mapping.json' },
      1,
      /^bad-mapping.json, \/capactiy/,
    ],
    ['a file that is not there', { files: ['data/nowhere.geojson'] }, 2, /no such file/],
    ['no file at all', { files: [] }, 2, /at least one file/],
    ['an unknown currency', { files: ['data/town.geojson'], currency: 'EURO' }, 2, /EURO is no currency/],
    ['an unknown zone', { files: ['data/town.geojson'], timezone: 'Berlin' }, 2, /Berlin is no IANA/],
    ['a capacity of nothing', { files: ['data/town.geojson'], capacity: 0 }, 2, /whole number above 0/],
  ];
  for (const [what, args, expected, message] of refusals)
    it(`refuses ${what} with exit code ${expected}, and imports nothing`, async (t) => {
      const { code, told, printed, locationCount } = await run(t, args);
      assert.equal(code, expected);
      assert.match(told, message);
      assert.deepEqual([printed, locationCount], ['', 0]);
    });
});
