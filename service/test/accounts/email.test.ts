import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEmail } from '../../src/accounts/email.js';

describe('an e-mail address', () => {
  const good: readonly (readonly [string, string])[] = [
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Lee+parking@Mail.Example.CO.UK ', 'ann.lee+parking@mail.example.co.uk'],
    ["o'neil_{x}@example.com", "o'neil_{x}@example.com"],
    ['jürgen@müller.de', 'jürgen@müller.de'],
    ['jürgen@xn--mller-kva.de', 'jürgen@müller.de'],
    ['ann@\uff45xample.com', 'ann@example.com'],
  ];
  for (const [given, expected] of good) {
    it(`is ${JSON.stringify(given)}`, () => assert.equal(parseEmail(given), expected));
  }

  const bad = [
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@example',
    'ann@@example.com',
    'a b@example.com',
    'ann@exa mple.com',
    '.ann@example.com',
    'ann.@example.com',
    'a..b@example.com',
    'ann@.com',
    'ann@example.com.',
    'ann@-example.com',
    'ann@example-.com',
    'ann\u0000@example.com',
    'ann@example.com\nbcc: x@example.com',
    '<ann@example.com>',
    'ann\u200b@example.com',
    'moc.elpmaxe@\u202enna.com',
    'a\u202enn@example.com',
    'ann@127.0.0.1',
    'ann@0x7f.1',
    'ann@example.1',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.com`,
    `ann@${'abc.'.repeat(70)}com`,
  ];
  for (const given of bad) {
    it(`is not ${JSON.stringify(given.slice(0, 40))}`, () => assert.equal(parseEmail(given), undefined));
  }

  it('is the same when it is read again', () => {
    for (const [, email] of good) assert.equal(parseEmail(email), email);
  });

  it('is told from a megabyte of anything in no time', () => {
    for (const part of ['a', '@', '.', 'a.', '@a', 'é']) {
      assert.equal(parseEmail(part.repeat(1_000_000)), undefined);
    }
  });
});
