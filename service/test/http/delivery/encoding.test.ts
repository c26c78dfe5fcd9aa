import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseEncoding } from '../../../src/http/delivery/encoding.js';

const cases: readonly (readonly [header: string, chosen: string | undefined])[] = [
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate', undefined],
  ['identity', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip;q=0', undefined],
  ['gzip;q=0, br;q=0.0', undefined],
  ['*;q=0', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip; q=0.5, identity;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['gzip ; Q=1', 'gzip'],
  ['gzip;q=2', undefined],
  ['gzip;q=abc', undefined],
  [',,;;,', undefined],
  ['__proto__, constructor', undefined],
];

describe('the encoding of an answer', () => {
  for (const [header, chosen] of cases) {
    it(`is ${chosen ?? 'none'} for "${header}"`, () => assert.equal(chooseEncoding(header), chosen));
  }
});
