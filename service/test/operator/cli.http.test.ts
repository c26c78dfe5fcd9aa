import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { describeApi } from '../../src/app/describe-api.js';
import { systemClock } from '../../src/base/clock.js';
import { loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';
import { runCli } from '../../src/operator/cli/cli.js';
import type { CliContext } from '../../src/operator/cli/context.js';
import { announceRunning } from '../../src/operator/cli/running-service.js';
import { at } from '../http/read.js';
import { geoJson } from './car-parks.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('parking-service on the command line', () => {
  let stage: OperatorStage;
  let folder: string;
  before(async () => {
    stage = await openOperatorStage();
    folder = mkdtempSync(join(tmpdir(), 'parking-cli-'));
    announceRunning(folder, { url: stage.url, pid: process.pid });
  });
  after(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (argv: readonly string[], given: Partial<CliContext> = {}): Promise<Ran> => {
    let [out, err] = ['', ''];
    const settings = resolveSettings(
      loadSettings({ PARKING_DATA_DIR: folder, PARKING_OPERATOR_TOKEN: 'operator-token'.padEnd(24, '.') }),
    );
    const context: CliContext = {
      dataDir: () => folder,
      settings: () => ({ ...settings, PARKING_OPERATOR_TOKEN: 'operator-token' }),
      serve: async (mode, _settings, isJson) => {
        out += `${mode} ${isJson}`;
      },
      openStopped: async () => assert.fail('the storage itself was opened'),
      examineStopped: async () => assert.fail('the storage itself was looked at'),
      describeApi,
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
      environment: () => undefined,
      readInput: async () => assert.fail('standard input was read'),
      sleep: systemClock.sleep,
      isTerminal: false,
      ...given,
    };
    return { code: await runCli(context, argv), out, err };
  };

  /** With `--json`: the answer, read. */
  const answer = async (...argv: readonly string[]): Promise<unknown> => {
    const { code, out, err } = await run([...argv, '--json']);
    assert.deepEqual([code, err], [0, '']);
    return JSON.parse(out);
  };

  describe('customers', () => {
    const given = ['customers', 'credit', 'purse@example.com', '5.00', '--currency', 'USD'];
    before(async () => {
      const form = { email: 'purse@example.com', password: 'correct horse', firstName: '', lastName: '' };
      await stage.accounts.createWithPassword(form);
    });

    it('credit gives credit once under one reference, by id or by e-mail address', async () => {
      const wallet = await answer(...given, '--reference', 'case 17');
      assert.deepEqual(wallet, await answer(...given, '--reference', 'case 17'));
      const id = String(at(wallet, 'customer_id'));
      assert.deepEqual(at(await answer('customers', 'wallet', id), 'credit'), {
        USD: { granted: '5.00', spent: '0.00', left: '5.00' },
      });
    });

    it('coupon gives a coupon, and prints tables for people', async () => {
      const coupon = [
        'customers',
        'coupon',
        'purse@example.com',
        'WELCOME',
        '--percent',
        '12.5',
        '--currency',
        'EUR',
      ];
      const { code, out } = await run([...coupon, '--expires-at', '2027-01-01T00:00']);
      assert.equal(code, 0);
      assert.match(out, /WELCOME\s+EUR\s+12\.5 %\s+0\.00\s+2027-01-01T00:00:00\.000\+00:00/);
    });

    it('is the refusal in one line for a customer who is not there', async () => {
      const { code, err } = await run(['customers', 'wallet', 'nobody@example.com']);
      assert.notEqual(code, 0);
      assert.match(err, /customer_not_found/);
    });
  });

  describe('partners', () => {
    it('set creates a partner, and later changes only what is named', async () => {
      const made = await run([
        ...['partners', 'set', 'acme', '--name', 'Acme Parking', '--base-api-url', acmeEndpoint.base_api_url],
        ...['--create-path', '/create', '--cancel-path', '/cancel'],
        ...['--header', acmeEndpoint.auth_header_key, acmeEndpoint.auth_header_value],
      ]);
      assert.deepEqual([made.code, made.err], [0, '']);
      assert.ok(!made.out.includes(acmeEndpoint.auth_header_value));

      await run(['partners', 'set', 'acme', '--cancel-path', 'none', '--concurrency', '2']);
      const shown = (await stage.partners.list()).find(({ name }) => name === 'Acme Parking');
      assert.deepEqual(shown?.endpoint, {
        authHeaderKey: 'X-Api-Key',
        baseApiUrl: 'https://acme.example',
        createPath: '/create',
        cancelPath: null,
        concurrency: 2,
        previous: null,
      });
      assert.equal(shown.live, null);
      assert.equal((await run(['partners', 'override', 'acme', '--by', 'Ann'])).code, 0);
      assert.equal((await stage.partners.view(shown._id)).live?.by, 'Ann');
    });

    it('list prints a table for people, and JSON on request', async () => {
      await run(['partners', 'set', 'listed']);
      const { out } = await run(['partners', 'list']);
      assert.match(out, /^id +name +state +base_api_url .*\n-+ .*\n(?:.*\n)*listed +listed/m);
      const listed = await answer('partners', 'list');
      assert.ok(Array.isArray(listed) && listed.some(({ id }) => id === 'listed'));
    });

    it('resume opens a paused partner', async () => {
      await run(['partners', 'set', 'paused', '--base-api-url', 'https://p.example', '--header', 'X-K', 'v']);
      const known = (await stage.partners.list()).find(({ name }) => name === 'paused');
      assert.ok(known !== undefined);
      await stage.partners.pause(known._id, 'unauthorised');
      assert.equal((await run(['partners', 'resume', 'paused'])).code, 0);
      assert.equal((await stage.partners.view(known._id)).paused ?? null, null);
    });
  });

  describe('messages', () => {
    const message = {
      id: 'account:7:changed:1',
      to: { email: 'ann@example.com' },
      template: 'account_changed',
      locale: 'en-US',
      values: {},
    } as const;

    it('are listed in a state, shown without what they say, and sent again', async () => {
      assert.equal((await run(['messages', 'list'])).out, 'No message is waiting.\n');
      await stage.messages.enqueue(message);
      const { out } = await run(['messages', 'list']);
      assert.match(out, /account:7:changed:1 +waiting +ann@example.com +account_changed +0/);
      const shown = await run(['messages', 'show', message.id]);
      assert.match(shown.out, /account_changed[\s\S]*outcome/);
      assert.ok(!shown.out.includes('was changed'));
      const again = await run(['messages', 'resend', message.id]);
      assert.deepEqual([again.code, /waiting/.test(again.out)], [0, true]);
      const none = await run(['messages', 'resend', 'nothing']);
      assert.deepEqual([none.code, none.out], [1, '']);
    });
  });

  describe('import', () => {
    const written = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };

    it('goes through the running service', async () => {
      const path = written('one.geojson', geoJson('Am Markt'));
      const { code, out } = await run(['import', path]);
      assert.equal(code, 0);
      assert.match(out, /one\.geojson/);
      assert.equal(stage.catalogue.snapshot().locationCount, 1);
      const report = await answer('import', path);
      assert.ok(typeof report === 'object' && report !== null && 'changes' in report);
      assert.equal(report.changes, 0);
    });

    it('says what is wrong with a file, and where', async () => {
      const { code, out, err } = await run(['import', written('broken.geojson', '{"type": ')]);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /broken\.geojson:1:\d+/);
    });

    it('is a usage error for files and mappings that cannot be read', async () => {
      const path = written('two.geojson', geoJson('Am Ring'));
      const cases = [
        ['import', join(folder, 'missing.geojson')],
        ['import', path, '--mapping', join(folder, 'missing.json')],
        ['import', path, '--mapping', written('mapping.json', '{')],
      ];
      for (const argv of cases) assert.equal((await run(argv)).code, 2, argv.join(' '));
    });

    it('opens the storage itself where no service runs, and closes it whatever happens', async () => {
      const empty = mkdtempSync(join(tmpdir(), 'parking-cli-'));
      let stops = 0;
      const given: Partial<CliContext> = {
        dataDir: () => empty,
        settings: () => resolveSettings(loadSettings({ PARKING_DATA_DIR: empty })),
        openStopped: async () => ({
          importFiles: async () => {
            throw new Error('the disk is full');
          },
          skipRestoredIds: async () => assert.fail('ids were skipped'),
          stop: async () => {
            stops += 1;
          },
        }),
      };
      try {
        const { code, err } = await run(['import', written('three.geojson', geoJson('Am Tor'))], given);
        const told = `No service runs here: importing straight into ${empty}.\nthe disk is full\n`;
        assert.deepEqual([code, err, stops], [1, told, 1]);
      } finally {
        rmSync(empty, { recursive: true, force: true });
      }
    });
  });

  describe('serve, api and worker', () => {
    it('start in their mode', async () => {
      assert.equal((await run(['serve'])).out, 'serve false');
      assert.equal((await run(['api', '--json'])).out, 'api true');
      assert.equal((await run(['worker'])).out, 'worker false');
    });
  });

  describe('what goes wrong', () => {
    it('is a usage error where the command line makes no sense', async () => {
      const cases = [
        [],
        ['prtners'],
        ['partners'],
        ['partners', 'list', '--colour', 'red'],
        ['partners', 'set'],
        ['partners', 'set', 'x', '--header', 'X-Api-Key'],
        ['clients', 'add', 'x', '--scopes', 'root'],
        ['deliveries', 'show'],
        ['deliveries', 'list', '--partner', 'x', '--state', 'lost'],
        ['import'],
        ['import', 'x.geojson', '--capacity', 'many'],
        ['import', 'x.geojson', '--currency', 'SHELLS'],
        ['partners', 'list', '--url', 'localhost:4000'],
      ];
      for (const argv of cases) {
        const { code, out, err } = await run(argv);
        assert.deepEqual([code, out], [2, ''], `${argv.join(' ')}: ${err}`);
        assert.match(err, /\S/);
        assert.doesNotMatch(err, /\n +at /);
      }
    });

    it('is the service’s refusal in one line where it refuses', async () => {
      const { code, err } = await run(['partners', 'set', 'Not An Id']);
      assert.deepEqual([code, err], [1, 'The service refused (400): request_parameter_invalid: id\n']);
      const wrong = await run(['partners', 'list', '--token', 'nobody']);
      assert.deepEqual(
        [wrong.code, wrong.err],
        [1, 'The service refused (401): token_invalid. See --token and PARKING_OPERATOR_TOKEN.\n'],
      );
    });

    it('is said plainly where no service answers', async () => {
      const silent = await run(['partners', 'list', '--url', 'http://127.0.0.1:1']);
      assert.equal(silent.code, 3);
      assert.match(silent.err, /^No answer from http:\/\/127\.0\.0\.1:1 \(.+\)/);

      const settings = () => assert.fail('a data directory was made');
      const nobody = await run(['partners', 'list'], { dataDir: () => join(folder, 'none'), settings });
      assert.equal(nobody.code, 3);
      assert.match(nobody.err, /^No service runs on /);
    });

    it('leaves the settings alone where address and token are given', async () => {
      const settings = () => assert.fail('the settings were resolved');
      const argv = ['partners', 'list', '--url', stage.url, '--token', 'operator-token'];
      assert.equal((await run(argv, { settings })).code, 0);
    });
  });

  it('prints the description of the API, of either version', async () => {
    const v4 = await run(['openapi', '--curie', 'pw']);
    const expected = await describeApi({ version: 'v4', curie: 'pw' });
    assert.deepEqual([v4.code, v4.err, v4.out], [0, '', `${JSON.stringify(expected, null, 2)}\n`]);
    const older = await run(['openapi', '--api', 'v3_1']);
    assert.match(older.out, /"version": "3\.1"/);
    assert.equal((await run(['openapi', '--api', 'v5'])).code, 2);
  });
});
