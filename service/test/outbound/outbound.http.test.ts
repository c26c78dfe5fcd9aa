import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createNetServer, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { createAddressPolicy } from '../../src/outbound/address-policy.js';
import type { Lookup } from '../../src/outbound/connector.js';
import { createOutbound, type OutboundOptions } from '../../src/outbound/create-outbound.js';
import type { OutboundOutcome, OutboundRequest } from '../../src/outbound/outbound.js';
import { listenOnLoopback } from '../support/loopback.js';
import { startRawServer } from './raw-server.js';
import { testCertificate } from './test-certificate.js';

const isAddressAllowed = createAddressPolicy({ allowPrivateTargets: true });
const isPublicOnly = createAddressPolicy({ allowPrivateTargets: false });

const closers: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closers.reverse()) await close();
});

const serve = async (answer: (socket: Socket) => void) => {
  const server = await startRawServer(answer);
  closers.push(server.close);
  return server;
};

const outbound = (options: Partial<OutboundOptions> = {}) => {
  const made = createOutbound({ isAddressAllowed, ...options });
  closers.push(made.close);
  return made;
};

const request = (url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'x-partner-key': 'secret' },
  body: '{"id":42}',
  deadlineMs: 2_000,
  maxBodyBytes: 1_000,
  ...changes,
});

const short = { deadlineMs: 150 };

/** The outcome without what differs from run to run. */
const stable = (outcome: OutboundOutcome) => {
  const { durationMs, ...rest } = outcome;
  assert.ok(durationMs >= 0 && durationMs < 5_000);
  return rest;
};

const failed = (outcome: OutboundOutcome): string => {
  assert.equal(outcome.kind, 'failed', JSON.stringify(outcome));
  return outcome.kind === 'failed' ? outcome.reason : '';
};

const accepted = 'HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok';

describe('posting to a partner', () => {
  it('sends the request as given and returns the whole answer', async () => {
    const server = await serve((socket) => socket.write(accepted));
    const outcome = await outbound().post(request(`${server.url}?a=1`));
    assert.deepEqual(stable(outcome), {
      kind: 'answered',
      status: 202,
      headers: { 'content-length': '2' },
      body: 'ok',
      isBodyCut: false,
    });
    const lines = server.received().split('\r\n');
    assert.equal(lines[0], 'POST /hook?a=1 HTTP/1.1');
    assert.ok(lines.includes('x-partner-key: secret') && lines.includes('content-length: 9'));
    assert.equal(lines.at(-1), '{"id":42}');
  });

  it('keeps its connections for the next requests', async () => {
    const server = await serve((socket) => socket.write(accepted));
    const { post } = outbound();
    for (let count = 0; count < 20; count += 1) await post(request(server.url));
    // The client rests a connection for one turn of the event loop, so two take turns.
    assert.ok(server.connections() <= 2, `${server.connections()} connections`);
  });

  it('never follows a redirect', async () => {
    const target = await serve((socket) => socket.write(accepted));
    const server = await serve((socket) =>
      socket.write(`HTTP/1.1 307 Moved\r\nlocation: ${target.url}\r\ncontent-length: 0\r\n\r\n`),
    );
    const outcome = await outbound().post(request(server.url));
    assert.equal(outcome.kind === 'answered' && outcome.status, 307);
    assert.equal(target.connections(), 0);
  });
});

describe('a partner that does not answer properly', () => {
  const mute: readonly (readonly [string, string])[] = [
    ['before the headers', ''],
    ['within the headers', 'HTTP/1.1 202 Accepted\r\ncontent-le'],
    ['after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ];
  for (const [place, bytes] of mute) {
    it(`times out when it hangs ${place}`, async () => {
      const server = await serve((socket) => socket.write(bytes));
      assert.equal(failed(await outbound().post(request(server.url, short))), 'timeout');
    });
  }

  it('counts the status when it hangs in the body, and does so by the deadline', async () => {
    const server = await serve((socket) =>
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\nok'),
    );
    const outcome = await outbound().post(request(server.url, short));
    assert.ok(outcome.durationMs >= 100 && outcome.durationMs < 1_000);
    assert.deepEqual(stable(outcome), {
      kind: 'answered',
      status: 202,
      headers: { 'content-length': '9' },
      body: 'ok',
      isBodyCut: true,
    });
  });

  it('cannot stretch the deadline by a trickle', async () => {
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 1000000\r\n\r\n');
      const trickle = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(trickle));
    });
    const outcome = await outbound().post(request(server.url, short));
    assert.ok(outcome.durationMs < 1_000);
    assert.equal(outcome.kind === 'answered' && outcome.isBodyCut, true);
  });

  it('reads no more of a gigabyte than its cap, and hangs up', async () => {
    let written = 0;
    let hungUp: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const server = await serve((socket) => {
      socket.on('close', hungUp);
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 1073741824\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && written < 2 ** 30) {
          written += 65_536;
          if (!socket.write('x'.repeat(65_536))) return void socket.once('drain', pour);
        }
      };
      pour();
    });
    const outcome = await outbound().post(request(server.url));
    await closed;
    assert.ok(outcome.kind === 'answered' && outcome.isBodyCut && outcome.body.length === 1_000);
    assert.ok(written < 2 ** 26, `${written} bytes were taken`);
  });

  it('names a reset, a closed port, an answer that is not HTTP, and headers without end', async () => {
    const reset = await serve((socket) => socket.resetAndDestroy());
    assert.equal(failed(await outbound().post(request(reset.url))), 'connection');
    const gone = await startRawServer(() => undefined);
    await gone.close();
    assert.equal(failed(await outbound().post(request(gone.url))), 'connection');
    const noise = await serve((socket) => socket.write('hello\r\n\r\n'));
    assert.equal(failed(await outbound().post(request(noise.url))), 'protocol');
    const endless = await serve((socket) => socket.write(`HTTP/1.1 202 OK\r\nx: ${'y'.repeat(100_000)}\r\n`));
    assert.equal(failed(await outbound().post(request(endless.url))), 'protocol');
  });

  it('counts the status of an answer that breaks off in its body', async () => {
    const server = await serve((socket) => {
      socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\nok');
    });
    const outcome = await outbound().post(request(server.url));
    assert.ok(outcome.kind === 'answered' && outcome.status === 202 && outcome.isBodyCut);
  });
});

describe('TLS', () => {
  const serveTls = async () => {
    const server = createTlsServer(testCertificate, (_request, response) => response.writeHead(202).end());
    const { port, close } = await listenOnLoopback(server);
    closers.push(close);
    return port;
  };
  const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

  it('sends where the certificate is trusted and for that name', async () => {
    const port = await serveTls();
    const { post } = outbound({ lookup, ca: testCertificate.cert });
    const outcome = await post(request(`https://partner.example:${port}/`));
    assert.equal(outcome.kind === 'answered' && outcome.status, 202);
  });

  it('names a certificate that is not trusted, and one for another name', async () => {
    const port = await serveTls();
    const untrusted = await outbound({ lookup }).post(request(`https://partner.example:${port}/`));
    assert.equal(failed(untrusted), 'tls');
    assert.match(untrusted.kind === 'failed' ? untrusted.detail : '', /SELF_SIGNED/);
    const { post } = outbound({ lookup, ca: testCertificate.cert });
    const misnamed = await post(request(`https://other.example:${port}/`));
    assert.equal(failed(misnamed), 'tls');
    assert.match(misnamed.kind === 'failed' ? misnamed.detail : '', /ALTNAME/);
  });

  it('names a server that speaks no TLS', async () => {
    const server = createNetServer((socket) => socket.on('data', () => socket.end(accepted)));
    const { port, close } = await listenOnLoopback(server);
    closers.push(close);
    assert.equal(failed(await outbound().post(request(`https://127.0.0.1:${port}/`))), 'tls');
  });
});

describe('addresses', () => {
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'];
  for (const host of hosts) {
    it(`does not connect to ${host}`, async () => {
      const server = await serve((socket) => socket.write(accepted));
      const { post } = outbound({ isAddressAllowed: isPublicOnly });
      assert.equal(failed(await post(request(`http://${host}:${server.port}/`))), 'blocked_address');
      assert.equal(server.connections(), 0);
    });
  }

  it('does not connect to a name that leads to a private address', async () => {
    const server = await serve((socket) => socket.write(accepted));
    const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const { post } = outbound({ isAddressAllowed: isPublicOnly, lookup });
    assert.equal(failed(await post(request(`http://partner.example:${server.port}/`))), 'blocked_address');
    assert.equal(server.connections(), 0);
  });

  it('dials only what it has checked, when a name changes between look-ups and when it has several addresses', async () => {
    const server = await serve((socket) => {
      socket.end('HTTP/1.1 202 Accepted\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
    const answers = [
      [
        { address: '169.254.169.254', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      [{ address: '169.254.169.254', family: 4 }],
    ];
    let asked = 0;
    const lookup: Lookup = async () => answers[asked++] ?? [];
    const { post } = outbound({ lookup });
    const url = `http://partner.example:${server.port}/`;
    assert.equal((await post(request(url))).kind, 'answered');
    assert.equal(failed(await post(request(url))), 'blocked_address');
    assert.deepEqual([asked, server.connections()], [2, 1]);
  });

  it('names a name that does not resolve', async () => {
    const lookup: Lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.example'), { code: 'ENOTFOUND' });
    };
    const outcome = await outbound({ lookup }).post(request('http://nowhere.example/'));
    assert.equal(failed(outcome), 'dns');
  });
});

describe('what is never sent', () => {
  const urls = ['', 'nonsense', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:pass@127.0.0.1/'];
  for (const url of urls) {
    it(`refuses the address ${JSON.stringify(url)}`, async () => {
      assert.equal(failed(await outbound().post(request(url))), 'bad_url');
    });
  }

  const headers: readonly Readonly<Record<string, string>>[] = [
    { 'x-key': 'a\r\nhost: evil' },
    { 'x-key': 'a\nb' },
    { 'x-key': 'a\u0000' },
    { 'x-key': 'ключ' },
    { 'x key': 'a' },
    { '': 'a' },
  ];
  for (const bad of headers) {
    it(`refuses the header ${JSON.stringify(bad)}`, async () => {
      const server = await serve((socket) => socket.write(accepted));
      assert.equal(failed(await outbound().post(request(server.url, { headers: bad }))), 'bad_header');
      assert.equal(server.connections(), 0);
    });
  }

  it('sends nothing on a connection that comes after the deadline', async () => {
    const server = await serve((socket) => socket.write(accepted));
    let open: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const lookup: Lookup = async () => {
      await isOpen;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const { post } = outbound({ lookup });
    const url = `http://partner.example:${server.port}/`;
    assert.equal(failed(await post(request(url, short))), 'timeout');
    const second = post(request(url));
    open();
    await second;
    for (let count = 0; count < 3; count += 1) await post(request(url));
    assert.equal(server.received().match(/POST /g)?.length, 4);
  });
});
