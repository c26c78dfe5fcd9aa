import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommandLine } from '../src/cli/command-line.js';
import { createSchemaLibrary } from '../src/json/schema-library.js';
import { type FakeApi, fakeCredentials, startFakeApi } from './support/fake-api.js';

let folder = '';
let api: FakeApi | undefined;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  api = await startFakeApi();
});
after(async () => {
  rmSync(folder, { recursive: true });
  await api?.close();
});

const addressOfApi = (): string => api?.url ?? '';

describe('parking-conformance run', () => {
  it('prints a line per clause and exits 0 for a conformant deployment', async () => {
    const { exitCode, out, progress } = await command(['run', ...allFlags()], secretsInEnvironment);
    assert.equal(exitCode, 0, out);
    assert.match(
      out,
      /^pass {11}MUST {3}endpoints\.token\.1 .* 1\/1 {2}Client credentials in the form body/m,
    );
    assert.match(out, /conformant: \d+ clauses passed\n$/);
    assert.match(progress, /^\[1\/\d+\] token-client-credentials: ran$/m);
    assert.equal(out.includes('\u001b'), false);
  });

  it('writes a JSON report to a file, or to standard output and nothing else there', async () => {
    const file = join(folder, 'report.json');
    const schemas = createSchemaLibrary();
    await command(['run', ...allFlags(), '--json', file], secretsInEnvironment);
    assert.deepEqual(schemas.faults('report.schema', JSON.parse(readFileSync(file, 'utf8'))), []);
    const { out } = await command(['run', ...allFlags(), '--json', '-'], secretsInEnvironment);
    assert.deepEqual(schemas.faults('report.schema', JSON.parse(out)), []);
  });

  it('takes a profile with secrets from the environment', async () => {
    const profile = join(folder, 'profile.yaml');
    writeFileSync(
      profile,
      `base_url: ${addressOfApi()}\nclient: { id: partner-one, secret: '\${env:THE_SECRET}' }\nsearch: { near: [50, 8] }\n`,
    );
    const right = { THE_SECRET: fakeCredentials.client.secret };
    const run = ['run', '--profile', profile, '--tag', 'quotes'];
    const { exitCode, out } = await command(run, right);
    assert.equal(exitCode, 0, out);
    assert.match(out, /\(of a chosen part only\)/);
    const without = await command(run, {});
    assert.equal(without.exitCode, 2);
    assert.match(without.progress, /the profile needs THE_SECRET, which is not set/);
  });

  it('lists and shows without sending anything', async () => {
    const listed = await command(['run', '--base-url', 'http://127.0.0.1:1', '--list'], {});
    assert.match(listed.out, /^api {6}token-errors /m);
    const dry = await command(
      ['run', '--base-url', 'http://127.0.0.1:1', '--dry-run', '--only', 'protected'],
      {},
    );
    assert.match(dry.out, /no-token: GET \/bookings as none/);
    const shown = await command(['show', 'events.retry.404'], {});
    assert.match(shown.out, /MUST {2}sender\nA notice answered 404 is sent again/);
    assert.match((await command(['list'], {})).out, /OPEN {3}api {6}errors\.7/);
  });

  const usageFaults: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no command', [], /give a command/],
    ['an unknown command', ['walk'], /walk/],
    ['an unknown flag', ['run', '--bass-url', 'http://x'], /bass-url/],
    ['nothing to test', ['run'], /nothing to test: give --base-url or a profile/],
    ['no web address', ['run', '--base-url', 'localhost:4000'], /base_url must match pattern/],
    ['an unknown target', ['run', '--base-url', 'http://x', '--target', 'moon'], /there is no target moon/],
    [
      'a target the profile lacks',
      ['run', '--base-url', 'http://x', '--target', 'receiver'],
      /target receiver needs/,
    ],
    ['an unknown scenario', ['run', '--base-url', 'http://x', '--only', 'nope'], /there is no scenario nope/],
    ['an unknown clause', ['show', 'nope'], /there is no clause nope/],
    ['half a pair of credentials', ['run', '--base-url', 'http://x', '--client-id', 'a'], /go together/],
    [
      'coordinates that are none',
      ['run', '--base-url', 'http://x', '--near', 'here'],
      /--near wants LAT,LON/,
    ],
    ['a profile that is not there', ['run', '--profile', 'gone.yaml'], /gone\.yaml cannot be read/],
  ];
  for (const [name, args, says] of usageFaults) {
    it(`exits 2 for ${name}, in one line`, async () => {
      const { exitCode, progress, out } = await command(args, {});
      assert.equal(exitCode, 2);
      assert.match(progress, says);
      assert.equal(out + progress.replace(/^.*\n/, ''), '');
    });
  }

  it('names file, line and fault of a wrong scenario before anything is sent', async () => {
    const scenarios = mkdtempSync(join(folder, 'scenarios-'));
    writeFileSync(join(scenarios, 'a.yaml'), brokenScenario);
    writeFileSync(join(scenarios, 'b.yaml'), 'id: [unclosed\n');
    const { exitCode, progress } = await command(
      ['run', '--base-url', 'http://x', '--scenarios', scenarios],
      {},
    );
    assert.equal(exitCode, 2);
    for (const line of [
      /a\.yaml:6: .* has the unknown member "verb"/,
      /a\.yaml:6: .* must have required property 'method'/,
      /b\.yaml:\d+: /,
    ]) {
      assert.match(progress, line);
    }
    writeFileSync(join(scenarios, 'a.yaml'), danglingScenario);
    rmSync(join(scenarios, 'b.yaml'));
    const second = await command(['run', '--base-url', 'http://x', '--scenarios', scenarios], {});
    assert.match(second.progress, /a\.yaml:4: capability wings is not known/);
    assert.match(second.progress, /a\.yaml:9: clause no\.such\.clause is not in clauses\.yaml/);
    assert.match(second.progress, /a\.yaml:10: there is no check named magic/);
  });

  it('never exits 0 when there was nothing to check', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const { exitCode } = await command(['run', '--base-url', addressOfApi(), '--scenarios', empty], {});
    assert.equal(exitCode, 4);
  });
});

const brokenScenario = `id: broken
title: A scenario with faults
target: api
steps:
  - id: first
    request: { verb: GET, path: /quotes }
`;
const danglingScenario = `id: dangling
title: A scenario that speaks of things that are not there
target: api
requires: [wings]
steps:
  - id: first
    request: { method: GET, path: /quotes }
    expect:
      - { clause: no.such.clause, status: 200 }
      - { clause: errors.1, check: magic }
`;

const secretsInEnvironment = {
  PARKING_CONFORMANCE_CLIENT_SECRET: fakeCredentials.client.secret,
  PARKING_CONFORMANCE_PASSWORD: fakeCredentials.user.password,
};

function allFlags(): readonly string[] {
  const { client, user } = fakeCredentials;
  return [
    '--base-url',
    `${addressOfApi()}/v4`,
    '--client-id',
    client.id,
    '--email',
    user.email,
    '--near',
    '50.1,8.7',
  ];
}

async function command(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const out: string[] = [];
  const progress: string[] = [];
  const exitCode = await runCommandLine(args, {
    environment,
    out: { write: (text) => out.push(text) },
    progress: { write: (text) => progress.push(text) },
    onInterrupt: () => undefined,
  });
  return { exitCode, out: out.join(''), progress: progress.join('') };
}
