import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/base/clock.js';
import { runCli } from '../../src/operator/cli/cli.js';
import type { CliContext } from '../../src/operator/cli/context.js';
import { at } from '../http/read.js';
import { type OperatorStage, openOperatorStage } from './stage.js';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const unused = (): never => assert.fail('not needed where address and token are given');

describe('parking-service clients', () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
  });
  after(() => stage.close());

  const run = async (...argv: readonly string[]): Promise<Ran> => {
    let [out, err] = ['', ''];
    const context: CliContext = {
      ...{ dataDir: unused, settings: unused, serve: unused, openStopped: unused, describeApi: unused },
      examineStopped: unused,
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
    };
    const code = await runCli(context, ['clients', ...argv, '--url', stage.url, '--token', 'operator-token']);
    return { code, out, err };
  };

  const json = async (...argv: readonly string[]): Promise<unknown> => {
    const { code, out, err } = await run(...argv, '--json');
    assert.deepEqual([code, err], [0, '']);
    return JSON.parse(out);
  };

  const add = async (name: string): Promise<{ readonly id: string; readonly secret: string }> => {
    const made = await json('add', name, '--scopes', 'public');
    return { id: String(at(made, 'client_id')), secret: String(at(made, 'client_secret')) };
  };

  it('add prints the secret this once, with what the client may do', async () => {
    const { code, out, err } = await run(
      ...['add', 'app', '--scopes', 'public', 'partner', '--permissions', 'authorize', 'public_token'],
      ...['--redirect-uris', 'https://app.example/cb', 'http://localhost:9000/cb'],
    );
    assert.deepEqual([code, err], [0, '']);
    const secret = /\b[0-9a-f]{64}\b/.exec(out)?.[0];
    assert.ok(secret !== undefined);
    const { out: listed } = await run('list');
    assert.match(
      listed,
      /app +public partner +authorize public_token +https:\/\/app\.example\/cb http:\/\/localhost:9000\/cb +[0-9a-f]{8}\n/,
    );
    assert.ok(!listed.includes(secret));
  });

  it('set changes what is named, and empties a list without values', async () => {
    const { id } = await add('changing');
    const more = await json('set', id, '--permissions', 'authorize', '--redirect-uris', 'https://a.example/');
    assert.deepEqual(
      [at(more, 'permissions'), at(more, 'redirect_uris'), at(more, 'name')],
      ['authorize', ['https://a.example/'], 'changing'],
    );
    const less = await json('set', id, '--redirect-uris');
    assert.deepEqual([at(less, 'permissions'), at(less, 'redirect_uris')], ['authorize', []]);
    assert.match((await run('set', id, '--name', 'other')).out, /^client_id +name .*\n.*\n\S+ +other /);
  });

  it('rotate prints a second secret, and revoke-secret ends the first', async () => {
    const { id, secret } = await add('rotating');
    const { out } = await run('rotate', id, '--overlap', '1m');
    const second = /\b[0-9a-f]{64}\b/.exec(out)?.[0];
    assert.ok(second !== undefined && second !== secret);
    const former = /\b([0-9a-f]{8}) \(until 2026-11-21T12:01:00\.000\+00:00\)/.exec(out)?.[1];
    assert.ok(former !== undefined);
    const again = await run('rotate', id);
    assert.equal(again.code, 1);
    assert.match(again.err, /^The service refused \(409\): client_secret_conflict: two secrets are live/);
    const left = await json('revoke-secret', id, former);
    assert.deepEqual([at(left, 'secrets', 0, 'ends_at'), at(left, 'secrets', 1)], [null, undefined]);
  });

  it('show prints one client, without its secret', async () => {
    const { id, secret } = await add('shown');
    const { code, out } = await run('show', id);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^${id} +shown +public `, 'm'));
    assert.ok(!out.includes(secret));
    assert.equal((await run('show', 'nobody')).code, 1);
  });

  it('rotate with --overlap 0 ends the former secret at once; what is no time is a usage error', async () => {
    const { id } = await add('leaked');
    const { out } = await run('rotate', id, '--overlap', '0');
    assert.match(out, /\b[0-9a-f]{64}\b/);
    assert.equal(at(await json('show', id), 'secrets', 1), undefined);
    assert.equal((await run('rotate', id, '--overlap', 'soon')).code, 2);
  });

  it('delete ends a client', async () => {
    const { id } = await add('leaving');
    assert.deepEqual(await json('delete', id), { client_id: id, deleted: true });
    assert.ok(!(await run('list')).out.includes(id));
    const { id: other } = await add('leaving too');
    assert.equal((await run('delete', other)).out, `The client ${other} is deleted.\n`);
    assert.equal((await run('delete', other)).err, 'The service refused (404): client_not_found\n');
  });

  it('is a usage error where a word is unknown or missing', async () => {
    const cases = [
      ['add', 'x', '--permissions', 'everything'],
      ['set'],
      ['rotate'],
      ['revoke-secret', 'x'],
      ['delete'],
      [],
    ];
    for (const argv of cases) {
      const { code, out } = await run(...argv);
      assert.deepEqual([argv, code, out], [argv, 2, '']);
    }
  });
});
