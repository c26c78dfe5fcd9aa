import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigurationError, loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';
import { summariseSettings } from '../../src/config/summary.js';

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    loadSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
};

const mongo = {
  PARKING_MONGODB_URL: 'mongodb://user:hidden@127.0.0.1/parking',
  PARKING_SECRET_KEY: 'k'.repeat(32),
  PARKING_OPERATOR_TOKEN: 't'.repeat(24),
};

describe('loading the settings', () => {
  it('has a default for everything but secrets', () => {
    const settings = loadSettings({
      PATH: '/bin',
      PARKING_TEST_MONGODB_URL: 'mongodb://x',
      PARKING_BASE_URL: '',
    });
    assert.equal(settings.PARKING_PORT, 4000);
    assert.equal(settings.PARKING_SANDBOX, false);
    assert.equal(settings.PARKING_BASE_URL, undefined);
    assert.ok(Object.isFrozen(settings));
  });

  it('reads switches as people write them', () => {
    assert.equal(loadSettings({ PARKING_SANDBOX: 'on' }).PARKING_SANDBOX, true);
    assert.equal(loadSettings({ PARKING_DEMO: '0' }).PARKING_DEMO, false);
  });

  it('lists every fault at once, and refuses unknown names', () => {
    const faults = faultsOf({
      PARKING_PORT: '70000',
      PARKING_SANDBOX: 'perhaps',
      PARKING_CURIE: 'A b',
      PARKING_PROT: '1',
    });
    assert.deepEqual(
      faults.map((fault) => fault.split(' ', 1)[0]),
      ['PARKING_PROT', 'PARKING_PORT', 'PARKING_CURIE', 'PARKING_SANDBOX'],
    );
  });

  it('wants dates that exist, and an end that is not before the beginning', () => {
    const faultsOfDates = (deprecatedAt: string, sunsetAt: string): readonly string[] =>
      faultsOf({ PARKING_V3_1_DEPRECATED_AT: deprecatedAt, PARKING_V3_1_SUNSET_AT: sunsetAt });
    assert.deepEqual(faultsOfDates('2026-11-01', '2027-11-01T12:30Z'), []);
    assert.deepEqual(faultsOfDates('', '2027-11-01T12:30:00+02:00'), []);
    assert.deepEqual(faultsOfDates('2026-11-01T00:00Z', '2026-11-01'), []);
    assert.deepEqual(faultsOfDates('2026-13-01', '2027-02-45'), [
      'PARKING_V3_1_DEPRECATED_AT is no date',
      'PARKING_V3_1_SUNSET_AT is no date',
    ]);
    assert.deepEqual(faultsOfDates('2027-11-01', '2026-11-01'), [
      'PARKING_V3_1_SUNSET_AT must not be before PARKING_V3_1_DEPRECATED_AT',
    ]);
    assert.equal(faultsOfDates('tomorrow', '2027-11-01T12:30').length, 2);
  });

  it('limits what one caller may ask for, unless told otherwise', () => {
    const settings = loadSettings({ PARKING_RATE_LIMIT_ANONYMOUS: '0' });
    assert.ok(settings.PARKING_RATE_LIMIT > 10 * settings.PARKING_RATE_LIMIT_SIGN_IN);
    assert.equal(settings.PARKING_RATE_LIMIT_ANONYMOUS, 0);
    assert.equal(settings.PARKING_TRUST_PROXY, 0);
    assert.equal(faultsOf({ PARKING_RATE_LIMIT: '-1', PARKING_TRUST_PROXY: '1.5' }).length, 2);
  });

  it('leaves the names of the other commands alone', () => {
    assert.deepEqual(faultsOf({ PARKING_CONFORMANCE_CLIENT_SECRET: 'x', PARKING_KIT_HEADER_VALUE: 'y' }), []);
  });

  it('says which words there are', () => {
    const faults = faultsOf({ PARKING_LOG_LEVEL: 'loud' });
    assert.deepEqual(faults, ['PARKING_LOG_LEVEL must be one of debug, info, warn, error, silent']);
  });

  it('wants the common secrets where processes share a MongoDB', () => {
    assert.deepEqual(faultsOf({ PARKING_MONGODB_URL: mongo.PARKING_MONGODB_URL }).length, 2);
    assert.deepEqual(faultsOf(mongo), []);
  });

  it('never prints a secret', () => {
    const summary = summariseSettings(loadSettings(mongo));
    for (const secret of ['hidden', 'kkkk', 'tttt']) assert.ok(!summary.includes(secret), secret);
    assert.match(summary, /PARKING_SECRET_KEY +set/);
    assert.match(summary, /PARKING_BASE_URL +not set/);
  });
});

describe('the data directory', () => {
  const folders: string[] = [];
  const emptyFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'parking-config-'));
    folders.push(folder);
    return folder;
  };
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it('keeps the secrets it made and the demo mode, readable by its owner only', () => {
    const PARKING_DATA_DIR = join(emptyFolder(), 'data');
    const first = resolveSettings(loadSettings({ PARKING_DATA_DIR }));
    assert.equal(first.PARKING_DEMO, true);
    assert.deepEqual(resolveSettings(loadSettings({ PARKING_DATA_DIR })), first);
    assert.equal(statSync(join(PARKING_DATA_DIR, 'service.json')).mode & 0o777, 0o600);
  });

  it('remembers that it is no demo', () => {
    const PARKING_DATA_DIR = emptyFolder();
    resolveSettings(loadSettings({ PARKING_DATA_DIR, PARKING_DEMO: 'off' }));
    assert.equal(resolveSettings(loadSettings({ PARKING_DATA_DIR })).PARKING_DEMO, false);
  });

  it('is refused where it cannot be made', () => {
    const file = join(emptyFolder(), 'file');
    writeFileSync(file, '');
    for (const PARKING_DATA_DIR of [file, join(file, 'deep', 'down'), '/proc/none/such'])
      assert.throws(
        () => resolveSettings(loadSettings({ PARKING_DATA_DIR })),
        (error) => error instanceof ConfigurationError && / cannot be used: E/.test(error.message),
        PARKING_DATA_DIR,
      );
  });

  it('refuses a file that is not its own', () => {
    const PARKING_DATA_DIR = emptyFolder();
    writeFileSync(join(PARKING_DATA_DIR, 'service.json'), '{"secretKey": 1');
    assert.throws(() => resolveSettings(loadSettings({ PARKING_DATA_DIR })), ConfigurationError);
  });
});
