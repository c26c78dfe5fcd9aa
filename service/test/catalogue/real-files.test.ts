import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestDatabase } from '../storage/open-test-database.js';
import { openTestCatalogue, realFiles } from './open-test-catalogue.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('import of the 20 real files', () => {
  it('takes every car park that lies in its city, with zone, country and currency, and changes nothing again', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const catalogue = await openTestCatalogue(database);

    const first = await catalogue.importFiles({ files: realFiles() });
    for (const { file, read, imported, skipped } of first.files)
      t.diagnostic(`${file} ${imported} of ${read}, skipped ${JSON.stringify(skipped)}`);
    const skippedFor = (reason: string) =>
      first.files.flatMap(({ file, skipped }) =>
        skipped
          .filter((entry) => entry.reason === reason)
          .map(({ examples }) => `${file}: ${examples.join(', ')}`),
      );
    assert.equal(first.files.length, 20);
    assert.equal(sum(first.files.map(({ read }) => read)), 354);
    assert.equal(sum(first.files.map(({ imported }) => imported)), 330);
    assert.equal(skippedFor('city').length, 20);
    assert.deepEqual(skippedFor('far_from_its_city'), [
      'aalborg.geojson: feature 1 "Parking Lot 1"',
      'magdeburg.geojson: feature 8 "City Carré"',
      'mannheim.geojson: feature 1 "Dietr.-Keuning-Haus", feature 16 "Rathaus/Stadtgarten"',
    ]);
    assert.equal(sum(first.files.flatMap(({ skipped }) => skipped.map(({ count }) => count))), 24);

    const before = catalogue.snapshot();
    assert.equal(before.locationCount, 330);
    const aalborg = [...before.locations()].filter(({ address }) => address.city === 'Aalborg');
    assert.equal(aalborg.length, 12);
    for (const { timezone, currency, address, options } of aalborg) {
      assert.deepEqual([timezone, currency, address.country], ['Europe/Copenhagen', 'DKK', 'DK']);
      assert.equal(options[0]?.ratePlan, 'standard-dkk');
    }
    const others = [...before.locations()].filter(({ address }) => address.city !== 'Aalborg');
    for (const { timezone, currency, address } of others)
      assert.deepEqual([timezone, currency, address.country], ['Europe/Berlin', 'EUR', 'DE']);
    assert.equal([...before.locations()].filter(({ name }) => name === 'Haerder Center').length, 2);

    const second = await catalogue.importFiles({ files: realFiles() });
    assert.equal(second.changes, 0);
    assert.equal(sum(second.files.map(({ unchanged }) => unchanged)), 330);
    assert.equal(catalogue.snapshot(), before);
  });

  it('reads a car park with all that the file says of it', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const catalogue = await openTestCatalogue(database);
    await catalogue.importFiles({ files: realFiles().filter(({ name }) => name === 'regensburg.geojson') });
    const [clinic] = [...catalogue.snapshot().locations()].filter(({ name }) => name.includes('Hedwigs'));
    assert.equal(clinic?.structure, 'garage');
    assert.deepEqual(clinic?.address, {
      address1: 'Prüfeninger Str. 25',
      city: 'Regensburg',
      state: '',
      postalCode: '93049',
      country: 'DE',
    });
    assert.deepEqual([clinic?.capacity, clinic?.options], [undefined, []]);
    assert.match(clinic?.slug ?? '', /^parkhaus-an-der-st-hedwigs-klinik-regensburg-\d+$/);
  });
});
