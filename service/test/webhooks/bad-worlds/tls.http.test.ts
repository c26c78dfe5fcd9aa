import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Lookup } from '../../../src/outbound/connector.js';
import { expiredCertificate, testCertificate } from '../../outbound/test-certificate.js';
import type { Loopback } from '../../support/loopback.js';
import { startSocketServer, startTlsServer } from './bad-servers.js';
import { delivered, failed, judge, type Verdict } from './judge.js';
import { openWireWorld, type WireWorld } from './wire-world.js';

interface Row {
  readonly name: string;
  readonly start: () => Promise<Loopback>;
  readonly verdict: Verdict;
  /** The system's words in the attempt: what the operator tells the partner. */
  readonly detail?: RegExp;
  readonly host?: string;
  readonly scheme?: 'http';
}

const plainAnswer = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n';

const rows: readonly Row[] = [
  { name: 'as it should', start: () => startTlsServer(testCertificate), verdict: delivered('202') },
  {
    name: 'with a certificate that has expired',
    start: () => startTlsServer(expiredCertificate),
    verdict: failed('tls'),
    detail: /expired/i,
  },
  {
    name: 'with a certificate for another name',
    start: () => startTlsServer(testCertificate),
    host: 'other.example',
    verdict: failed('tls'),
    detail: /ALTNAME/,
  },
  {
    name: 'of a version that is too old',
    start: () =>
      startTlsServer({
        ...testCertificate,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
    verdict: failed('tls'),
    detail: /version|protocol/i,
  },
  {
    name: 'and wants a certificate of ours',
    start: () =>
      startTlsServer({
        ...testCertificate,
        requestCert: true,
        rejectUnauthorized: true,
        // Later versions tell the client only after it has sent its request, or not at all.
        maxVersion: 'TLSv1.2',
      }),
    verdict: failed('tls'),
    detail: /handshake failure/i,
  },
  {
    name: 'on a port that speaks plain HTTP',
    start: async () => startSocketServer((socket) => socket.resume().end(plainAnswer)),
    verdict: failed('tls'),
    detail: /WRONG_VERSION_NUMBER|packet length/,
  },
  {
    name: 'and hangs in the handshake',
    start: () => startSocketServer(() => undefined),
    verdict: failed('timeout'),
  },
  {
    name: 'and resets in the handshake',
    start: () => startSocketServer((socket) => socket.resetAndDestroy()),
    verdict: failed('connection'),
  },
  {
    name: 'and closes in the handshake',
    start: () => startSocketServer((socket) => socket.end()),
    verdict: failed('connection'),
    detail: /TLS/,
  },
  {
    name: 'where the address says http',
    start: () => startTlsServer(testCertificate),
    scheme: 'http',
    verdict: failed('connection'),
  },
];

const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

let world: WireWorld;
let distrustful: WireWorld;
before(async () => {
  world = await openWireWorld({ lookup, ca: `${testCertificate.cert}${expiredCertificate.cert}` });
  distrustful = await openWireWorld({ lookup });
});
after(async () => {
  await world.close();
  await distrustful.close();
});

describe('a partner that speaks TLS', () => {
  for (const { name, start, verdict, detail, host = 'partner.example', scheme = 'https' } of rows) {
    it(`${name}: ${verdict.state}, ${verdict.reason}`, async (t) => {
      const server = await start();
      t.after(server.close);
      const outcome = await world.notify(`${scheme}://${host}:${server.port}`);
      judge(outcome, verdict);
      if (detail !== undefined) assert.match(outcome.attempts[0]?.detail ?? '', detail);
    });
  }

  it('with a certificate signed by itself: open, tls, and the header is not sent', async (t) => {
    const server = await startTlsServer(testCertificate);
    t.after(server.close);
    const outcome = await distrustful.notify(`https://partner.example:${server.port}`);
    judge(outcome, failed('tls'));
    assert.match(outcome.attempts[0]?.detail ?? '', /SELF_SIGNED/);
  });
});
