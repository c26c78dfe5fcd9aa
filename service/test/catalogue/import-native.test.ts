import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openTestDatabase } from '../storage/open-test-database.js';
import { aRatePlan } from './builders.js';
import { aNativeLocation, anEventAt, nativeFile } from './native-file.js';
import { aFeature, fileOf, openTestCatalogue } from './open-test-catalogue.js';

const open = async (t: TestContext) => {
  const database = await openTestDatabase();
  t.after(database.close);
  return openTestCatalogue(database);
};

describe('import of a native catalogue', () => {
  it('takes sellers, plans, locations, venues and events, and fills in what follows from the place', async (t) => {
    const catalogue = await open(t);
    const report = await catalogue.importFiles({ files: [nativeFile()] });
    const snapshot = catalogue.snapshot();
    const [location] = snapshot.locations();
    const [venue] = snapshot.venues();
    assert.deepEqual([report.files[0]?.read, report.files[0]?.imported, report.changes], [5, 5, 5]);
    assert.deepEqual([location?.timezone, location?.currency], ['America/Chicago', 'USD']);
    assert.deepEqual(location?.entrances, [{ lat: 41.88, lon: -87.63 }]);
    assert.equal(location && snapshot.seller(location.sellerId)?.name, 'A Parking');
    assert.equal(snapshot.ratePlan('standard')?.dailyMaximumMinor, 2000);
    const [event] = venue === undefined ? [] : snapshot.eventsOfVenue(venue.id);
    assert.equal(event?.startTime, Date.UTC(2026, 11, 2, 1, 0));
    assert.equal(event?.endTime, Date.UTC(2026, 11, 2, 3, 0));
  });

  it('lets GeoJSON of the same import use its rate plans', async (t) => {
    const catalogue = await open(t);
    const plan = { ...aRatePlan(), id: 'danish', currency: 'DKK' };
    const files = [fileOf([aFeature()]), nativeFile({ ratePlans: [aRatePlan(), plan] })];
    await catalogue.importFiles({ files, defaults: { ratePlan: 'danish' } });
    const [danish] = [...catalogue.snapshot().locations()].filter(({ currency }) => currency === 'DKK');
    assert.equal(danish?.options[0]?.ratePlan, 'danish');
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['a list that is missing', { venues: undefined }, "native.json: must have required property 'venues'"],
    [
      'a field it does not know',
      { color: 'red' },
      'native.json, /color: must NOT have additional properties',
    ],
    [
      'a negative capacity',
      { locations: [aNativeLocation({ options: [{ key: 'a', pool: 'a', capacity: -1, ratePlan: 'x' }] })] },
      'native.json, /locations/0/options/0/capacity: must be >= 0',
    ],
    [
      'a latitude that does not exist',
      { locations: [aNativeLocation({ coordinates: { lat: 91, lon: 0 } })] },
      'native.json, /locations/0/coordinates/lat: must be <= 90',
    ],
    [
      'a zone that does not exist',
      { locations: [aNativeLocation({ timezone: 'Mars/Base' })] },
      'native.json, /locations/0/timezone: Mars/Base is no IANA time zone',
    ],
    [
      'a seller that is not there',
      { locations: [aNativeLocation({ seller: 'b' })] },
      'native.json, /locations/0/seller: seller b is not in this file',
    ],
    [
      'a plan that is not there',
      { ratePlans: [] },
      'native.json, /locations/0/options/0/ratePlan: rate plan standard is unknown',
    ],
    [
      'a plan in another currency',
      { ratePlans: [{ ...aRatePlan(), currency: 'CAD' }] },
      'native.json, /locations/0/options/0/ratePlan: standard is in CAD, not USD',
    ],
    [
      'a broken plan',
      { ratePlans: [{ ...aRatePlan(), currency: 'XXX' }] },
      'native.json, /ratePlans/0/currency: must be equal to one of the allowed values',
    ],
    [
      'a venue that is not there',
      { venues: [] },
      'native.json, /events/0/venue: venue arena is not in this file',
    ],
    [
      'a day that does not exist',
      { events: [anEventAt('2026-02-30T19:00')] },
      'native.json, /events/0/start: there is no 2026-02-30T19:00',
    ],
    [
      'a key that is there twice',
      { locations: [aNativeLocation(), aNativeLocation()] },
      'native.json: location a/garage is there twice',
    ],
  ];
  for (const [what, overrides, message] of faults)
    it(`refuses ${what}, names the field and imports nothing`, async (t) => {
      const catalogue = await open(t);
      await assert.rejects(catalogue.importFiles({ files: [nativeFile(overrides)] }), (error: unknown) => {
        assert.ok(error instanceof Error && error.name === 'ImportFault', String(error));
        assert.ok(error.message.startsWith(message), `${error.message}\n${message}`);
        return true;
      });
      await catalogue.reload();
      assert.equal(catalogue.snapshot().generation, 0);
    });

  it('refuses one thing in two files', async (t) => {
    const catalogue = await open(t);
    await assert.rejects(catalogue.importFiles({ files: [nativeFile(), nativeFile({}, 'again.json')] }), {
      name: 'ImportFault',
      message: 'again.json: standard is also in another file of this import',
    });
  });
});
