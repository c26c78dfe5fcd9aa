import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readMapping, usualMapping } from '../../src/catalogue/import/geojson/mapping.js';
import type { ImportRequest } from '../../src/catalogue/import/import-files.js';
import type { Location } from '../../src/catalogue/location.js';
import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { aCityFeature, aFeature, fileOf, openTestCatalogue } from './open-test-catalogue.js';

const open = async (t: TestContext): Promise<OpenCatalogue> => {
  const database = await openTestDatabase();
  t.after(database.close);
  return openTestCatalogue(database);
};

const importOf = async (
  t: TestContext,
  features: readonly unknown[],
  request: Partial<ImportRequest> = {},
) => {
  const catalogue = await open(t);
  const report = await catalogue.importFiles({ files: [fileOf(features)], ...request });
  const locations: readonly Location[] = [...catalogue.snapshot().locations()];
  return { catalogue, report, file: report.files[0], locations, location: locations[0] };
};

const reasons = (counts: readonly { readonly reason: string; readonly count: number }[] | undefined) =>
  Object.fromEntries((counts ?? []).map(({ reason, count }) => [reason, count]));

describe('import of GeoJSON', () => {
  it('takes points, polygons, multipolygons and collections of them', async (t) => {
    const square = [
      [9.9, 57],
      [9.94, 57],
      [9.94, 57.02],
      [9.9, 57.02],
      [9.9, 57],
    ];
    const shaped = (name: string, geometry: unknown) => ({ type: 'Feature', properties: { name }, geometry });
    const { locations, file } = await importOf(t, [
      shaped('point', { type: 'Point', coordinates: [9.9, 57, 12.5] }),
      shaped('polygon', { type: 'Polygon', coordinates: [square] }),
      shaped('multi', { type: 'MultiPolygon', coordinates: [[square], [[[1, 1]]]] }),
      shaped('doors', {
        type: 'MultiPoint',
        coordinates: [
          [9.9, 57],
          [9.91, 57.01],
        ],
      }),
      shaped('both', {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', coordinates: [square] },
          { type: 'Point', coordinates: [9.95, 57] },
        ],
      }),
      shaped('line', { type: 'LineString', coordinates: square }),
      shaped('empty', { type: 'Point', coordinates: [] }),
      shaped('none', null),
    ]);
    assert.deepEqual(
      locations.map(({ name, coordinates, entrances, outline }) => ({
        name,
        at: [Math.round(coordinates.lat * 1000) / 1000, Math.round(coordinates.lon * 1000) / 1000],
        entrances: entrances.length,
        hasOutline: outline !== undefined,
      })),
      [
        { name: 'point', at: [57, 9.9], entrances: 1, hasOutline: false },
        { name: 'polygon', at: [57.01, 9.92], entrances: 1, hasOutline: true },
        { name: 'multi', at: [57.01, 9.92], entrances: 1, hasOutline: true },
        { name: 'doors', at: [57, 9.9], entrances: 2, hasOutline: false },
        { name: 'both', at: [57, 9.95], entrances: 1, hasOutline: true },
      ],
    );
    assert.deepEqual(reasons(file?.skipped), { geometry_not_supported: 1, no_geometry: 2 });
    assert.equal(file?.read, 8);
  });

  it('takes a bare feature, and a file with a byte order mark', async (t) => {
    const catalogue = await open(t);
    const report = await catalogue.importFiles({
      files: [
        { name: 'one.json', content: JSON.stringify(aFeature()) },
        {
          name: 'two.geojson',
          content: `\ufeff${JSON.stringify({ type: 'FeatureCollection', features: [aFeature()] })}`,
        },
      ],
    });
    assert.deepEqual(
      report.files.map(({ imported }) => imported),
      [1, 1],
    );
  });

  it('takes a file in pieces of bytes, cut within characters', async (t) => {
    const catalogue = await open(t);
    const bytes = Buffer.from(JSON.stringify(aFeature({ name: 'Sømandshjemmet' })));
    const content = (async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    })();
    await catalogue.importFiles({ files: [{ name: 'pieces.geojson', content }] });
    assert.equal([...catalogue.snapshot().locations()][0]?.name, 'Sømandshjemmet');
  });

  it('puts exchanged coordinates right where the city tells, and leaves out absurd ones', async (t) => {
    const { locations, file } = await importOf(t, [
      aCityFeature(),
      aFeature({ name: 'right', at: [9.92, 57.04] }),
      aFeature({ name: 'exchanged', at: [57.04, 9.92] }),
      aFeature({ name: 'elsewhere', at: [8.2, 53.1] }),
      aFeature({ name: 'zero', at: [0, 0] }),
      aFeature({ name: 'huge', at: [1e300, -1e300] }),
    ]);
    assert.deepEqual(
      locations.map(({ name, coordinates }) => [name, coordinates]),
      [
        ['right', { lat: 57.04, lon: 9.92 }],
        ['exchanged', { lat: 57.04, lon: 9.92 }],
      ],
    );
    assert.deepEqual(reasons(file?.skipped), { city: 1, far_from_its_city: 1, coordinates_absurd: 2 });
    assert.deepEqual(reasons(file?.noted), { coordinates_swapped: 1 });
  });

  it('reads capacities as they are written, and sells nothing where there is none', async (t) => {
    const { locations } = await importOf(t, [
      aFeature({ name: 'text', total: 'ca. 350' }),
      aFeature({ name: 'missing', total: undefined }),
    ]);
    assert.deepEqual(
      locations.map(({ name, capacity, options }) => [
        name,
        capacity,
        options.map((option) => option.capacity),
      ]),
      [
        ['text', 350, [350]],
        ['missing', undefined, []],
      ],
    );
  });

  it('sells the capacity given for those that say none', async (t) => {
    const { location } = await importOf(t, [aFeature({ total: 'many' })], { defaults: { capacity: 25 } });
    assert.equal(location?.capacity, undefined);
    assert.equal(location?.options[0]?.capacity, 25);
  });

  it('maps types by the table, and keeps what is unknown without a structure', async (t) => {
    const { locations, file } = await importOf(t, [
      aFeature({ name: 'a', type: 'Parkhaus' }),
      aFeature({ name: 'b', type: ' tiefgarage ' }),
      aFeature({ name: 'c', type: 'Parkplatz/Tiefgarage' }),
      aFeature({ name: 'd', type: 'Parkfläche' }),
      aFeature({ name: 'e', type: 'Silo' }),
      aFeature({ name: 'f', type: 'on_street' }),
      aFeature({ name: 'g', type: 'constructor' }),
    ]);
    assert.deepEqual(
      locations.map(({ structure, type }) => structure ?? type),
      [
        'garage',
        'underground_garage',
        'underground_garage',
        'surface_lot',
        'offstreet',
        'on_street',
        'offstreet',
      ],
    );
    assert.deepEqual(reasons(file?.noted), { type_unknown: 2 });
  });

  it('follows a mapping file, and refuses one that says something else', async (t) => {
    const mapping = readMapping(
      {
        name: 'bez',
        capacity: ['plaetze'],
        types: { Bus: 'skip' },
        skip: { status: ['closed'] },
        only: { amenity: ['parking'] },
      },
      'mapping.json',
    );
    const given = { bez: 'Nord', plaetze: '80', amenity: 'parking' };
    const { locations, file } = await importOf(
      t,
      [
        aFeature(given),
        aFeature({ ...given, type: 'bus' }),
        aFeature({ ...given, status: 'Closed' }),
        aFeature({ ...given, amenity: 'cafe' }),
      ],
      { mapping },
    );
    assert.deepEqual(
      locations.map(({ name, capacity }) => [name, capacity]),
      [['Nord', 80]],
    );
    assert.deepEqual(reasons(file?.skipped), { not_a_car_park: 3 });
    assert.throws(() => readMapping({ nmae: 'x' }, 'mapping.json'), {
      message: 'mapping.json, /nmae: must NOT have additional properties',
    });
    assert.throws(
      () => readMapping({ types: { Parkhaus: 'house' } }, 'mapping.json'),
      /mapping.json, \/types\/Parkhaus/,
    );
    assert.equal(usualMapping.types.get('parkhaus'), 'garage');
  });

  it('tells equal names apart, keeps ids over imports, and skips an id that is there twice', async (t) => {
    const catalogue = await open(t);
    const features = [
      aFeature({ name: 'Twin', address: 'East' }),
      aFeature({ name: 'Twin', address: 'West' }),
      aFeature({ id: 7, name: 'Seven' }),
      aFeature({ id: '7', name: 'Seven again' }),
    ];
    const first = await catalogue.importFiles({ files: [fileOf(features)] });
    const before = new Map(
      [...catalogue.snapshot().locations()].map(({ id, address, name }) => [id, [name, address.address1]]),
    );
    assert.deepEqual(
      [...before.values()],
      [
        ['Twin', 'East'],
        ['Twin', 'West'],
        ['Seven', 'Market 1'],
      ],
    );
    assert.deepEqual(reasons(first.files[0]?.skipped), { duplicate_id: 1 });

    features[1] = aFeature({ name: 'Twin', address: 'South', total: 5 });
    features[2] = aFeature({ id: 7, name: 'Seven renamed' });
    const second = await catalogue.importFiles({ files: [fileOf(features)] });
    assert.deepEqual([second.files[0]?.updated, second.files[0]?.unchanged, second.changes], [2, 1, 2]);
    assert.deepEqual(
      [...catalogue.snapshot().locations()].map(({ id, address, name }) => [id, [name, address.address1]]),
      [...before].map(([id, was], index) => [
        id,
        index === 1 ? ['Twin', 'South'] : index === 2 ? ['Seven renamed', 'Market 1'] : was,
      ]),
    );
  });

  it('keeps what the file does not say, and follows the capacity where it is what was sold', async (t) => {
    const { catalogue, location } = await importOf(t, [aFeature({ total: 120 })]);
    assert.equal(location?.options[0]?.capacity, 120);
    await catalogue.importFiles({ files: [fileOf([aFeature({ total: 90, address: undefined })])] });
    const [after] = catalogue.snapshot().locations();
    assert.equal(after?.address.address1, 'Market 1');
    assert.equal(after?.options[0]?.capacity, 90);
  });

  it('leaves spaces alone that were set otherwise, and what else was given to the location', async (t) => {
    const { catalogue, location } = await importOf(t, [aFeature({ total: 120 })]);
    const { id: _, sellerId: __, slug: ___, ...stated } = { ...location };
    const options = [
      { key: 'few', pool: 'few', capacity: 3, ratePlan: 'standard-dkk' },
      { key: 'all', pool: 'all', capacity: 120, ratePlan: 'standard-dkk' },
    ];
    const native = {
      ...stated,
      key: 'town/name/Market Garage/1',
      seller: 'town',
      options,
      amenities: ['valet'],
    };
    const content = JSON.stringify({
      format: 'parking-catalogue',
      version: 1,
      sellers: [{ key: 'town', name: 'Town' }],
      ratePlans: [],
      locations: [native],
      venues: [],
      events: [],
      eventRules: [],
    });
    await catalogue.importFiles({ files: [{ name: 'native.json', content }] });
    await catalogue.importFiles({ files: [fileOf([aFeature({ total: 90, type: 'Tiefgarage' })])] });
    const after = location && catalogue.snapshot().location(location.id);
    assert.deepEqual(
      after?.options.map(({ key, capacity }) => [key, capacity]),
      [
        ['few', 3],
        ['all', 90],
      ],
    );
    assert.deepEqual([after?.amenities, after?.structure], [['valet'], 'underground_garage']);
    assert.equal(after && catalogue.snapshot().seller(after.sellerId)?.name, 'Town');
  });

  it('prices by the plan given, and refuses one that is not there', async (t) => {
    const { catalogue } = await importOf(t, [aFeature()]);
    const before = catalogue.snapshot();
    const again = { files: [fileOf([aFeature()])] };
    await assert.rejects(catalogue.importFiles({ ...again, defaults: { ratePlan: 'gold' } }), {
      name: 'ImportFault',
      message: 'town.geojson: there is no rate plan gold',
    });
    assert.equal(catalogue.snapshot(), before);
    const foreign = await catalogue.importFiles({
      ...again,
      defaults: { currency: 'EUR', ratePlan: 'standard-dkk' },
    });
    assert.deepEqual(reasons(foreign.files[0]?.skipped), { rate_plan_in_other_currency: 1 });
  });

  it('asks for a currency where it knows none', async (t) => {
    const sydney = aFeature({ at: [151.2, -33.87] });
    const { file } = await importOf(t, [sydney]);
    assert.deepEqual(reasons(file?.skipped), { currency_unknown: 1 });
    const { location } = await importOf(t, [sydney], { defaults: { currency: 'USD' } });
    assert.deepEqual([location?.currency, location?.timezone], ['USD', 'Australia/Sydney']);
  });

  it('reports progress on large files', async (t) => {
    const features = Array.from({ length: 2500 }, (_, index) => aFeature({ name: `P${index}` }));
    const seen: string[] = [];
    await importOf(t, features, {
      progress: ({ file, done, total }) => seen.push(`${file} ${done}/${total}`),
    });
    assert.deepEqual(seen, ['town.geojson 1000/2500', 'town.geojson 2000/2500', 'town.geojson 2500/2500']);
  });
});

describe('import of broken files', () => {
  const refused = async (t: TestContext, content: string, message: string | RegExp): Promise<void> => {
    const catalogue = await open(t);
    await catalogue.importFiles({ files: [fileOf([aFeature({ name: 'Before' })], 'before.geojson')] });
    const before = catalogue.snapshot();
    const files = [fileOf([aFeature()], 'good.geojson'), { name: 'bad.geojson', content }];
    await assert.rejects(catalogue.importFiles({ files }), { name: 'ImportFault', message });
    await catalogue.reload();
    assert.equal(catalogue.snapshot(), before);
  };
  const broken = (feature: unknown): string =>
    JSON.stringify({ type: 'FeatureCollection', features: [aFeature(), feature] });

  const cases: readonly (readonly [string, string, string])[] = [
    [
      'a missing comma',
      '{\n  "type": "FeatureCollection"\n  "features": []\n}',
      'bad.geojson:3:3: expected \',\' or the end of the list or object, but found "\\""',
    ],
    [
      'a text that ends',
      '{"type": "Feature',
      "bad.geojson:1:18: expected a '\"' that ends the string, but the file ends",
    ],
    ['an empty file', '', 'bad.geojson:1:1: expected a value, but the file ends'],
    ['a web page', '<html>', 'bad.geojson:1:1: expected a value, but found "<"'],
    [
      'another JSON',
      '[1, 2]',
      'bad.geojson, type: expected a FeatureCollection, a Feature or a parking-catalogue',
    ],
    [
      'no list of features',
      '{"type":"FeatureCollection","features":{}}',
      'bad.geojson, features: expected a list',
    ],
    ['a feature that is none', broken(7), 'bad.geojson, feature 1: expected an object'],
    [
      'a feature of another type',
      broken({ type: 'feature' }),
      'bad.geojson, feature 1, type: expected "Feature"',
    ],
    [
      'properties that are a list',
      broken({ type: 'Feature', properties: [] }),
      'bad.geojson, feature 1, properties: expected an object or null',
    ],
    [
      'coordinates that are texts',
      broken({
        type: 'Feature',
        properties: { name: 'x' },
        geometry: { type: 'Point', coordinates: ['9', '57'] },
      }),
      'bad.geojson, feature 1, geometry.coordinates: expected [longitude, latitude], two numbers',
    ],
    [
      'a polygon that is a line',
      broken({
        type: 'Feature',
        properties: { name: 'x' },
        geometry: { type: 'Polygon', coordinates: [[1, 2]] },
      }),
      'bad.geojson, feature 1, geometry.coordinates[0][0]: expected [longitude, latitude], two numbers',
    ],
    [
      'another encoding',
      '{"type":"Feature","properties":{"name":"L\ufffdbeck"}}',
      'bad.geojson:1:42: not UTF-8 text (save the file as UTF-8)',
    ],
  ];
  for (const [what, content, message] of cases)
    it(`refuses ${what}, names the place and imports nothing`, (t) => refused(t, content, message));

  it('refuses two files of one name', async (t) => {
    const catalogue = await open(t);
    const files = [fileOf([aFeature()], 'a/town.geojson'), fileOf([aFeature()], 'b/town.json')];
    await assert.rejects(catalogue.importFiles({ files }), /b\/town.json: two files of this name/);
  });
});

describe('import of hostile files', () => {
  it('keeps markup as text, drops control and direction characters, and cuts what is too long', async (t) => {
    const { locations } = await importOf(t, [
      aFeature({ name: '<script>alert(1)</script>' }),
      aFeature({ name: 'A\u0000B\u001b[31m\u202eC\nD \ud800' }),
      aFeature({ name: '😀'.repeat(500_000) }),
    ]);
    assert.deepEqual(
      locations.map(({ name }) => name),
      ['<script>alert(1)</script>', 'A B [31m C D', '😀'.repeat(200)],
    );
  });

  it('is not misled by names that every object has', async (t) => {
    const hostile = `{"type":"FeatureCollection","features":[{"type":"Feature","__proto__":{"polluted":1},"properties":
      {"__proto__":{"name":"x"},"constructor":"y","name":"Real","total":5,"toString":"z"},"geometry":{"type":"Point","coordinates":[9.9,57]}}]}`;
    const catalogue = await open(t);
    const mapping = readMapping({ address: ['valueOf', '__proto__', 'constructor'] }, 'm');
    await catalogue.importFiles({ files: [{ name: 'h.geojson', content: hostile }], mapping });
    const [location] = catalogue.snapshot().locations();
    assert.deepEqual([location?.name, location?.address.address1], ['Real', 'y']);
    assert.equal('polluted' in {}, false);
  });

  it('survives nesting without end', async (t) => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const feature = (geometry: string) =>
      `{"type":"Feature","properties":{"name":"deep","total":${deep}},"geometry":${geometry}}`;
    const catalogue = await open(t);
    const fine = { name: 'a.json', content: feature('{"type":"Point","coordinates":[9.9,57]}') };
    await catalogue.importFiles({ files: [fine] });
    assert.equal(catalogue.snapshot().locationCount, 1);
    const nested = { name: 'b.json', content: feature(`{"type":"Polygon","coordinates":${deep}}`) };
    await assert.rejects(catalogue.importFiles({ files: [nested] }), { name: 'ImportFault' });
  });
});
