import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAddressPolicy } from '../../src/outbound/address-policy.js';

const isPublic = createAddressPolicy({ allowPrivateTargets: false });
const isAllowed = createAddressPolicy({ allowPrivateTargets: true });

const publicAddresses = [
  '8.8.8.8',
  '193.99.144.80',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
];

const privateAddresses = [
  '127.0.0.1',
  '127.8.8.8',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fd12:3456::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::a00:1',
];

const neverAllowed = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '192.0.2.1',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '::',
  '::7f00:1',
  '::808:808',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::808:808',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '2001:0:808:808::1',
  '2001:db8::1',
  '5f00::1',
  '4000::1',
  '',
  'localhost',
  '8.8.8.8 ',
];

describe('the address policy', () => {
  for (const address of publicAddresses) {
    it(`lets ${address} through`, () =>
      assert.deepEqual([isPublic(address), isAllowed(address)], [true, true]));
  }
  for (const address of privateAddresses) {
    it(`lets ${address} through only where private targets are allowed`, () =>
      assert.deepEqual([isPublic(address), isAllowed(address)], [false, true]));
  }
  for (const address of neverAllowed) {
    it(`never lets ${JSON.stringify(address)} through`, () =>
      assert.deepEqual([isPublic(address), isAllowed(address)], [false, false]));
  }
});
