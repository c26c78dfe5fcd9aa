import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePhone } from '../../src/accounts/phone.js';

describe('a phone number', () => {
  const good: readonly (readonly [string, string])[] = [
    ['+1 415 555 2671', '+14155552671'],
    ['(415) 555-2671', '+14155552671'],
    ['1-514-555-2671', '+15145552671'],
    ['  +33 1 23 45 67 89 ', '+33123456789'],
    ['+49 30 123456', '+4930123456'],
  ];
  for (const [given, expected] of good) {
    it(`is ${JSON.stringify(given)}`, () => assert.equal(parsePhone(given), expected));
  }

  const bad = [
    '',
    '+',
    '911',
    'call me',
    '+1415555',
    '+141555526711234567',
    '+999 12345678',
    'tel 415 555 2671 please',
    '+1 415 555 2671 ext. 9',
    '+1 415 555 2671\n+1 415 555 2672',
    '1'.repeat(41),
  ];
  for (const given of bad) {
    it(`is not ${JSON.stringify(given)}`, () => assert.equal(parsePhone(given), undefined));
  }
});
