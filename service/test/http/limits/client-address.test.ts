import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressKey, createClientAddress } from '../../../src/http/limits/client-address.js';

const peer = '10.0.0.9';

describe('the address of a client', () => {
  const cases: readonly (readonly [proxies: number, header: string | undefined, address: string])[] = [
    [0, undefined, peer],
    [0, '203.0.113.7', peer],
    [1, undefined, peer],
    [1, '203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [2, '198.51.100.1, 203.0.113.7, 10.0.0.8', '203.0.113.7'],
    [3, '203.0.113.7', '203.0.113.7'],
    [1, '203.0.113.7:4711', '203.0.113.7'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, ' 2001:db8::1 ', '2001:db8::1'],
    [1, 'unknown', peer],
    [1, '203.0.113.7, ', peer],
    [1, '203.0.113.777', peer],
    [1, 'x'.repeat(10_000), peer],
  ];
  for (const [proxies, header, address] of cases) {
    it(`is ${address} behind ${proxies} proxies that say ${header?.slice(0, 60)}`, () => {
      const headers = header === undefined ? {} : { 'x-forwarded-for': header };
      assert.equal(createClientAddress(proxies)({ headers, socket: { remoteAddress: peer } }), address);
    });
  }
});

describe('what counts as one address', () => {
  const cases: readonly (readonly [address: string, key: string])[] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ];
  for (const [address, key] of cases) {
    it(`of ${address} is ${key}`, () => assert.equal(addressKey(address), key));
  }
});
