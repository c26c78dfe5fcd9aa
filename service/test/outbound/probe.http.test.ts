import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createAddressPolicy } from '../../src/outbound/address-policy.js';
import { createOutbound, type OutboundOptions } from '../../src/outbound/create-outbound.js';
import type { Probe } from '../../src/outbound/probe.js';
import { startSocketServer, startTlsServer } from '../webhooks/bad-worlds/bad-servers.js';
import { testCertificate } from './test-certificate.js';

const closers: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closers.reverse()) await close();
});

const outbound = (options: Partial<OutboundOptions> = {}) => {
  const isAddressAllowed = createAddressPolicy({ allowPrivateTargets: true });
  const made = createOutbound({ isAddressAllowed, ...options });
  closers.push(made.close);
  return made;
};

const loopback = async () => [{ address: '127.0.0.1', family: 4 }];
const allowed = [{ address: '127.0.0.1', isAllowed: true }];

const stable = ({ durationMs: _, ...rest }: Probe) => rest;

describe('a probe of a partner’s address', () => {
  it('connects and hangs up: not a byte is sent', async () => {
    const received: Buffer[] = [];
    const ended = new Promise<void>((resolve) => {
      void startSocketServer((socket) => {
        socket.on('data', (chunk: Buffer) => received.push(chunk)).once('close', () => resolve());
        socket.resume();
      }).then(async (server) => {
        closers.push(server.close);
        const url = `http://127.0.0.1:${server.port}/create`;
        assert.deepEqual(stable(await outbound().probe(url)), { addresses: allowed });
      });
    });
    await ended;
    assert.equal(Buffer.concat(received).length, 0);
  });

  it('says when the certificate ends, the second time too', async () => {
    const server = await startTlsServer(testCertificate);
    closers.push(server.close);
    const { probe } = outbound({ lookup: loopback, ca: testCertificate.cert });
    const url = `https://partner.example:${server.port}`;
    const expected = { addresses: allowed, certificateEndsAt: Date.UTC(2126, 9, 28, 3, 45, 16) };
    assert.deepEqual(stable(await probe(url)), expected);
    assert.deepEqual(stable(await probe(url)), expected);
  });

  it('says why a certificate is not good', async () => {
    const server = await startTlsServer(testCertificate);
    closers.push(server.close);
    const { failure } = await outbound({ lookup: loopback }).probe(`https://partner.example:${server.port}`);
    assert.equal(failure?.reason, 'tls');
  });

  it('connects to no address that the policy forbids, and names it', async () => {
    const server = await startSocketServer((socket) => socket.destroy());
    closers.push(server.close);
    const isAddressAllowed = createAddressPolicy({ allowPrivateTargets: false });
    const { probe } = outbound({ isAddressAllowed, lookup: loopback });
    for (const host of ['partner.example', '127.0.0.1']) {
      const { addresses, failure } = await probe(`http://${host}:${server.port}`);
      assert.deepEqual(addresses, [{ address: '127.0.0.1', isAllowed: false }]);
      assert.equal(failure?.reason, 'blocked_address');
    }
    assert.equal(server.connections(), 0);
  });

  const failing = [
    { why: 'no such name', url: 'http://partner.example', code: 'ENOTFOUND', reason: 'dns' },
    { why: 'an address that is none', url: 'ftp://partner.example', code: 'never asked', reason: 'bad_url' },
  ];
  for (const { why, url, code, reason } of failing) {
    it(`answers ${reason} for ${why}`, async () => {
      const lookup = async () => Promise.reject(Object.assign(new Error('no'), { code }));
      const { addresses, failure } = await outbound({ lookup }).probe(url);
      assert.deepEqual([addresses, failure?.reason], [[], reason]);
    });
  }

  it('is given up where the name server hangs; after two such no more are asked until one answers', async () => {
    const answers: (() => void)[] = [];
    const lookup = () =>
      new Promise<{ address: string; family: number }[]>((resolve) => {
        answers.push(() => resolve([]));
      });
    const { probe } = outbound({ lookup, connectTimeoutMs: 30 });
    const details = async (host: string) => (await probe(`http://${host}.example`)).failure?.detail;
    assert.match((await details('a')) ?? '', /no answer from the name server within 30 ms/);
    assert.match((await details('b')) ?? '', /no answer from the name server/);
    assert.match((await details('c')) ?? '', /not looked up, since others’ look-ups hang/);
    assert.equal(answers.length, 2);
    answers[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    assert.match((await details('d')) ?? '', /no answer from the name server/);
    assert.equal(answers.length, 3);
  });

  it('is given up where nobody takes the connection', async () => {
    const server = await startSocketServer(() => undefined);
    closers.push(server.close);
    const { probe } = outbound({ lookup: loopback, connectTimeoutMs: 50, ca: testCertificate.cert });
    const { failure } = await probe(`https://partner.example:${server.port}`);
    assert.equal(failure?.reason, 'timeout');
  });
});
