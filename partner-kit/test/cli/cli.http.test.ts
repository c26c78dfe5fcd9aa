import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../support/child.js';
import { secret, startMarketplace } from '../support/marketplace.js';
import { startServer } from '../support/servers.js';

const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const env = { PARKING_KIT_HEADER_VALUE: 'open sesame', PARKING_KIT_CLIENT_SECRET: secret };

const isListening = (line: string): boolean => line.includes('listening');

const start = (t: TestContext, ...words: readonly string[]): Child => {
  const child = startChild(main, words, env);
  t.after(() => child.process.kill('SIGKILL'));
  return child;
};

const urlOf = async (child: Child): Promise<string> => {
  const line: unknown = JSON.parse(await child.line(isListening));
  assert.ok(typeof line === 'object' && line !== null && 'url' in line && typeof line.url === 'string');
  return line.url;
};

describe('parking-kit', { timeout: 30_000 }, () => {
  it('listens, prints each notice with its booking, and passes its own `send`', async (t) => {
    const booking = { id: 42, type: 'transient_booking' };
    const marketplace = await startMarketplace(() => ({ status: 200, body: booking }));
    t.after(marketplace.close);
    const listener = start(t, 'listen', '--json', '--base-url', marketplace.url, '--client-id', 'partner-1');
    const url = await urlOf(listener);
    const sender = start(t, 'send', `${url}/bookings/create`, '--id', '42');
    assert.equal(await sender.ended, 0, sender.lines.join('\n'));
    const all = start(t, 'send', `${url}/bookings/cancel`, '--json');
    assert.equal(await all.ended, 0, all.lines.join('\n'));
    assert.deepEqual(
      all.lines.map((line) => /"case":"([a-z-]+)","status":(\d+)/.exec(line)?.slice(1)),
      [
        ['good', '202'],
        ['duplicate', '400'],
        ['wrong-header', '401'],
        ['missing-header', '401'],
        ['bad-body', '400'],
      ],
    );
    const notice = await listener.line((line) => line.includes('"notice"'));
    assert.deepEqual(JSON.parse(notice), { event: 'notice', kind: 'create', bookingId: 42, booking });
    listener.process.kill('SIGTERM');
    assert.equal(await listener.ended, 0);
    const shown = [...listener.lines, ...all.lines, listener.errors()].join('\n');
    assert.ok(!shown.includes(secret) && !shown.includes('open sesame'), 'no secret is printed');
  });

  it('prints plain lines without --json', async (t) => {
    const listener = start(t, 'listen');
    const [url = ''] = /http:\/\/[\d.:]+/.exec(await listener.line(isListening)) ?? [];
    const sender = start(t, 'send', `${url}/bookings/create`, '--case', 'good', '--id', '7');
    assert.equal(await sender.ended, 0);
    assert.equal(sender.lines[0], 'ok   good: 202 {"code":"accepted"}');
    assert.equal(
      await listener.line((line) => line.startsWith('notice')),
      'notice kind="create" bookingId=7',
    );
  });

  it('exits 1 for a receiver that answers wrongly, 3 where there is none', async (t) => {
    const server = await startServer((_request, response) => void response.writeHead(200).end());
    t.after(server.close);
    const wrong = start(t, 'send', server.url, '--case', 'wrong-header');
    assert.equal(await wrong.ended, 1);
    assert.equal(wrong.lines[0], 'FAIL wrong-header: 200  (expected 401)');
    assert.equal(await start(t, 'send', 'http://127.0.0.1:1/').ended, 3);
  });

  it('exits 2 for what it does not understand', async (t) => {
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    t.after(() => busy.close());
    const address = busy.address();
    const taken = typeof address === 'object' && address !== null ? String(address.port) : '';
    for (const words of [['frob'], ['listen', '--port', taken], ['listen', '--create-path', 'x']]) {
      const child = start(t, ...words);
      assert.equal(await child.ended, 2, words.join(' '));
      assert.match(child.errors(), /^parking-kit: .+\n$/);
    }
    assert.equal(await start(t, '--help').ended, 0);
  });
});
