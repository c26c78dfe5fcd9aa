import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { loadCatalogue, type Profile, runConformance, terminalReport } from '../src/index.js';
import { createSchemaLibrary } from '../src/json/schema-library.js';
import { apiMutants } from './support/api-mutants.js';
import { fakeCredentials, startFakeApi } from './support/fake-api.js';
import { fakeHeader } from './support/fake-receiver.js';
import { senderProfile } from './support/profiles.js';
import { startTamperProxy } from './support/tamper-proxy.js';

const catalogue = loadCatalogue();

describe('a report', () => {
  it('is valid against its schema and holds no secret, in any encoding', async () => {
    const api = await startFakeApi({ headers: () => ({}) });
    const tokens: string[] = [];
    const proxy = await startTamperProxy(api.url, async (request, forward) => {
      const answer = await forward(request);
      const found = [
        ...answer.body.matchAll(/"(?:access_token|refresh_token|authorization_code)":"([^"]+)"/g),
      ];
      tokens.push(...found.map((one) => one[1] ?? ''));
      return answer;
    });
    try {
      const profile: Profile = { ...senderProfile(proxy.url), cancel: cancelWithKey };
      const report = await runConformance({ catalogue, profile });
      assert.deepEqual(createSchemaLibrary().faults('report.schema', report), []);
      const everything = JSON.stringify(report) + terminalReport(report);
      const { client, user } = fakeCredentials;
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
      const secrets = [
        client.secret,
        user.password,
        fakeHeader.value,
        basic,
        'key-of-the-operator',
        ...tokens,
      ];
      assert.equal(tokens.length > 10, true);
      assert.deepEqual(
        secrets.filter((secret) => everything.includes(secret)),
        [],
      );
    } finally {
      await proxy.close();
      await api.close();
    }
  });
});

const cancelWithKey = {
  method: 'DELETE',
  path: `/bookings/\${booking_id}`,
  auth: 'partner',
  headers: { 'X-Operator-Key': 'key-of-the-operator' },
} as const;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the replay of a failure', { skip: hasCurl ? false : 'there is no curl here' }, () => {
  it('pastes into a shell and gives the answer that failed', async () => {
    const api = await startFakeApi();
    const mutant = apiMutants.find(({ breaks }) => breaks.includes('resources.access-token.3'));
    assert.ok(mutant);
    const proxy = await startTamperProxy(api.url, mutant.tamper());
    try {
      const profile = { base_url: proxy.url, ...fakeCredentials };
      const report = await runConformance({ catalogue, profile, clauses: ['resources.access-token.3'] });
      const failed = report.clauses[0]?.evidence.find(({ outcome }) => outcome === 'failed');
      assert.match(failed?.curl ?? '', /'client_secret='"\$CLIENT_SECRET"/);
      const answer = await shell(failed?.curl ?? '', { CLIENT_SECRET: fakeCredentials.client.secret });
      assert.match(answer, /"expires_in":3600/);
    } finally {
      await proxy.close();
      await api.close();
    }
  });
});

function shell(command: string, environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', command], { env: { ...process.env, ...environment } }, (fault, out) =>
      fault === null ? resolve(out) : reject(fault),
    );
  });
}
