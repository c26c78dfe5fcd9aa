import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../support/child.js';
import { secret, startMarketplace } from '../support/marketplace.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
// Inside the package, so that its own name and its dependencies resolve as a partner's would.
const folder = fileURLToPath(new URL('./examples/', import.meta.url));

const portReporter = fileURLToPath(new URL('./report-port.js', import.meta.url));

const exampleOf = (name: string): string => {
  const found = new RegExp(`\`\`\`ts ${name}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1];
  assert.ok(found, `the README has an example named ${name}`);
  return found;
};

const post = (url: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: '{"id":42}' });

const startExample = async (t: TestContext, name: string): Promise<{ child: Child; url: string }> => {
  const marketplace = await startMarketplace(() => ({ status: 200, body: { id: 42 } }));
  t.after(marketplace.close);
  mkdirSync(folder, { recursive: true });
  const file = `${folder}${name}.mjs`;
  // The examples use nothing of TypeScript's own, so they are JavaScript as they stand.
  writeFileSync(file, exampleOf(name));
  const credentials = { BASE_URL: marketplace.url, CLIENT_ID: 'partner-1', CLIENT_SECRET: secret };
  const child = startChild('--import', [portReporter, file], {
    HEADER_VALUE: 'open sesame',
    PORT: '0',
    ...credentials,
  });
  t.after(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    rmSync(file);
  });
  const [, port] = (await child.line((line) => line.startsWith('port '))).split(' ');
  return { child, url: `http://127.0.0.1:${port}/bookings` };
};

describe('the README', { timeout: 30_000 }, () => {
  for (const name of ['node-http', 'koa'])
    it(`has a ${name} example that takes a booking and its cancellation`, async (t) => {
      const { child, url } = await startExample(t, name);
      const auth = { authorization: 'open sesame' };
      assert.equal((await post(`${url}/create`, auth)).status, 202);
      assert.equal((await post(`${url}/create`, auth)).status, 400);
      assert.equal((await post(`${url}/create`, {})).status, 401);
      assert.equal((await post(`${url}/cancel`, auth)).status, 202);
      await child.line((line) => line === 'cancelled 42');
      assert.deepEqual(child.lines.slice(1), ['booked 42', 'cancelled 42']);
    });
});
