import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { emlOf } from '../../src/messages/transports/eml.js';
import { headerAddress, headerText } from '../../src/messages/transports/mail-header.js';
import { quotedPrintable } from '../../src/messages/transports/quoted-printable.js';
import type { OutgoingMessage } from '../../src/messages/transports/transport.js';

const message: OutgoingMessage = {
  id: 'booking:42:confirmation',
  attempt: 1,
  channel: 'email',
  to: 'ann@example.com',
  name: '',
  subject: 'Booking 42: Grand Garage',
  text: 'Your parking is booked.\n\nPrice: $8.00\n',
  locale: 'en-US',
  template: 'booking_confirmation',
  createdAt: Date.UTC(2026, 10, 21, 9, 5, 3),
};

/** What a reader of mails makes of a header (RFC 2047). */
const decodeHeader = (header: string): string =>
  header
    .replaceAll(/\?=\r\n =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g, (_word, text: string) =>
      Buffer.from(text, 'base64').toString(),
    );

const decodeBody = (body: string): string => {
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
};

const headersOf = (eml: string): readonly string[] =>
  eml.slice(0, eml.indexOf('\r\n\r\n')).replaceAll('\r\n ', ' ').split('\r\n');

describe('a mail file', () => {
  it('is a whole message', () => {
    assert.equal(
      emlOf(message, 'parking@parking.example'),
      [
        'Date: Sat, 21 Nov 2026 09:05:03 +0000',
        'From: <parking@parking.example>',
        'To: <ann@example.com>',
        'Subject: Booking 42: Grand Garage',
        'Message-ID: <3ae5c738d9e9550afd20e60d9a116c4e@parking.example>',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        'Content-Language: en-US',
        'Auto-Submitted: auto-generated',
        '',
        'Your parking is booked.',
        '',
        'Price: $8.00',
        '',
      ].join('\r\n'),
    );
  });

  it('has the same headers, whatever names and subjects hold', () => {
    const names = (eml: string): readonly string[] => headersOf(eml).map((line) => line.split(':')[0] ?? '');
    const expected = names(emlOf(message, 'parking@parking.example'));
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(
        'a\r\nBcc: b@example.com',
        'a\nb',
        '\u2028x',
        '"',
        '\\',
        '=?UTF-8?B?QQ==?=',
        'é'.repeat(200),
      ),
    );
    fc.assert(
      fc.property(nasty, nasty, (name, subject) => {
        const eml = emlOf({ ...message, name, subject }, 'parking@parking.example');
        assert.deepEqual(names(eml), expected);
        const head = eml.slice(0, eml.indexOf('\r\n\r\n'));
        assert.match(head, /^[\x20-\x7e\r\n]*$/);
        assert.ok(head.split('\r\n').every((line) => line.length <= 300));
      }),
    );
  });

  it('says what was meant in any language', () => {
    const whole = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(whole, (text) => {
        const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
        assert.equal(decodeHeader(headerText(text)), line);
      }),
    );
    assert.equal(headerText('Réservation'), '=?UTF-8?B?UsOpc2VydmF0aW9u?=');
    assert.equal(headerAddress('Ann "A" Lee', 'a@b.example'), '"Ann \\"A\\" Lee" <a@b.example>');
    assert.equal(headerAddress('Zoë', 'a@b.example'), '=?UTF-8?B?Wm/Dqw==?= <a@b.example>');
  });

  it('has a body of short lines of ASCII that reads as it was written', () => {
    const whole = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(fc.oneof(whole, fc.constant('a '.repeat(60)), fc.constant('=\n= \n')), (text) => {
        const body = quotedPrintable(text);
        assert.match(body, /^[\x20-\x7e\r\n]*$/);
        assert.ok(body.split('\r\n').every((line) => line.length <= 76 && !/[ \t]$/.test(line)));
        assert.equal(decodeBody(body), text.replaceAll(/\r\n|\r|\n/g, '\r\n'));
      }),
    );
  });
});
