import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { createAddressPolicy } from '../../src/outbound/address-policy.js';
import type { Lookup } from '../../src/outbound/connector.js';
import { createOutbound, type OutboundOptions } from '../../src/outbound/create-outbound.js';
import type { OutboundOutcome, OutboundRequest } from '../../src/outbound/outbound.js';
import { startRawServer } from './raw-server.js';

const isPublicOnly = createAddressPolicy({ allowPrivateTargets: false });
const isPrivateToo = createAddressPolicy({ allowPrivateTargets: true });

const closers: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closers.reverse()) await close();
});

const accepted = 'HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok';

const serve = async (answer: (socket: Socket) => void = (socket) => socket.write(accepted)) => {
  const server = await startRawServer(answer);
  closers.push(server.close);
  return server;
};

const postBy = (options: OutboundOptions) => {
  const outbound = createOutbound(options);
  closers.push(outbound.close);
  return (url: string, changes: Partial<OutboundRequest> = {}) =>
    outbound.post({
      url,
      headers: {},
      body: '{"id":42}',
      deadlineMs: 2_000,
      maxBodyBytes: 1_000,
      ...changes,
    });
};

const reasonOf = (outcome: OutboundOutcome): string =>
  outcome.kind === 'failed' ? outcome.reason : String(outcome.status);

describe('hosts written to get around the address check', () => {
  const hosts = [
    '127.0.0.1.',
    '017700000001',
    '0x7f000001',
    '0x7f.0.0.0x1',
    '127.000.000.001',
    '０x7f.1',
    '①②⑦.0.0.1',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '0.0.0.0',
    '255.255.255.255',
    '169.254.169.254',
    '2852039166',
  ];
  for (const host of hosts) {
    it(`${host} is not connected to`, async () => {
      const server = await serve();
      const post = postBy({ isAddressAllowed: isPublicOnly });
      assert.equal(reasonOf(await post(`http://${host}:${server.port}/`)), 'blocked_address');
      assert.equal(server.connections(), 0);
    });
  }

  it('a name with a dot at its end is looked up and checked as any other', async () => {
    const server = await serve();
    const asked: string[] = [];
    const lookup: Lookup = async (name) => {
      asked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const post = postBy({ isAddressAllowed: isPublicOnly, lookup });
    assert.equal(reasonOf(await post(`http://localhost.:${server.port}/`)), 'blocked_address');
    assert.deepEqual([asked, server.connections()], [['localhost.'], 0]);
  });
});

describe('a name that leads to several places', () => {
  it('is dialled only where it is allowed, whichever comes first', async () => {
    const server = await serve();
    for (const order of [0, 1]) {
      const found = [
        { address: '169.254.169.254', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ];
      const lookup: Lookup = async () => (order === 0 ? found : found.reverse());
      const dialled: string[] = [];
      const isAddressAllowed = (address: string): boolean => {
        dialled.push(address);
        return isPrivateToo(address);
      };
      const post = postBy({ isAddressAllowed, lookup });
      assert.equal(reasonOf(await post(`http://partner.example:${server.port}/`)), '202');
      assert.deepEqual(dialled.sort(), ['127.0.0.1', '169.254.169.254']);
    }
  });

  it('does not get a second connection once its addresses are forbidden, though the kept one serves', async () => {
    let isClosing = false;
    const server = await serve((socket) => {
      if (isClosing) socket.end('HTTP/1.1 202 Accepted\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      else socket.write(accepted);
    });
    let address = '127.0.0.1';
    const lookup: Lookup = async () => [{ address, family: 4 }];
    const post = postBy({ isAddressAllowed: isPrivateToo, lookup });
    const url = `http://partner.example:${server.port}/`;
    assert.equal(reasonOf(await post(url)), '202');
    address = '169.254.169.254';
    isClosing = true;
    const outcomes: string[] = [];
    for (let count = 0; count < 4; count += 1) outcomes.push(reasonOf(await post(url)));
    assert.equal(outcomes.at(-1), 'blocked_address');
    assert.ok(server.connections() <= 2, `${server.connections()} connections`);
  });
});

describe('the way out', () => {
  it('is no proxy that the environment names', async () => {
    const proxy = await serve();
    const server = await serve();
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'all_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    try {
      for (const name of names)
        process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
      assert.equal(reasonOf(await postBy({ isAddressAllowed: isPrivateToo })(server.url)), '202');
    } finally {
      for (const [index, name] of names.entries()) {
        const value = before[index];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    assert.deepEqual([proxy.connections(), server.connections()], [0, 1]);
  });

  it('is not stretched by headers that trickle, nor filled by headers without end', async () => {
    const trickling = await serve((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\nx-slow: ');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const post = postBy({ isAddressAllowed: isPrivateToo });
    assert.equal(reasonOf(await post(trickling.url, { deadlineMs: 150 })), 'timeout');
    let written = 0;
    const bomb = await serve((socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\n');
      const pour = (): void => {
        while (!socket.destroyed && written < 2 ** 28) {
          const line = `x-${written}: ${'y'.repeat(1_000)}\r\n`;
          written += line.length;
          if (!socket.write(line)) return void socket.once('drain', pour);
        }
      };
      pour();
    });
    assert.equal(reasonOf(await post(bomb.url)), 'protocol');
    assert.ok(written < 2 ** 25, `${written} bytes were taken`);
  });
});
