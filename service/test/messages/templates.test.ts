import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '../../src/base/locale.js';
import { fill } from '../../src/messages/compose.js';
import { templates } from '../../src/messages/templates/templates.js';

const named = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

for (const [name, { values, texts, isSecret }] of Object.entries(templates)) {
  describe(`the message ${name}`, () => {
    it('names the same values in every language, each of them somewhere, and no other', () => {
      for (const locale of locales) {
        const { subject, text, sms } = texts[locale];
        assert.deepEqual([...new Set(named(`${subject} ${text}`))].sort(), [...values].sort(), locale);
        assert.ok(named(sms).every((each) => values.some((value) => value === each)));
      }
    });

    it('has lines that people can read anywhere, and a text that fits two short messages', () => {
      for (const locale of locales) {
        const { subject, text, sms } = texts[locale];
        assert.ok(text.split('\n').every((line) => line.length <= 110));
        assert.ok(subject.length <= 100 && !/[\r\n]/.test(subject + sms));
        assert.ok(sms.length <= 160, `${locale}: ${sms.length}`);
      }
      assert.notEqual(texts['fr-CA'].text, texts['en-CA'].text);
    });

    it('is secret when it carries a code', () => {
      assert.equal(
        isSecret,
        values.some((value) => value === 'code'),
      );
    });
  });
}

describe('filling a text', () => {
  const table: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['Hello {name}', { name: 'Ann' }, 'Hello Ann'],
    ['{a}{b}', { a: '{b}', b: 'x' }, '{b}x'],
    ['Hello {name}', { name: 'Ann\r\nBcc: all@example.com\u2028!' }, 'Hello Ann Bcc: all@example.com !'],
    ['Hello {name}', {}, 'Hello '],
    ['Hello {constructor}', {}, 'Hello '],
    ['{name}', { name: '$& $1' }, '$& $1'],
    ['{name}', { name: 'x'.repeat(600) }, 'x'.repeat(500)],
  ];
  for (const [text, values, expected] of table) {
    it(JSON.stringify([text, values]).slice(0, 60), () => assert.equal(fill(text, values), expected));
  }
});
