import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { locales } from '../../src/base/locale.js';
import { problems } from '../../src/base/problem-catalogue.js';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code = '', status]) => [
  code,
  Number(status),
]);

describe('docs/errors.md', () => {
  it('lists every code of the catalogue with its status, and no other', () => {
    const catalogue = Object.entries(problems).map(([code, { status }]) => [code, status]);
    assert.deepEqual(rows.sort(), catalogue.sort());
  });
});

describe('the error catalogue', () => {
  for (const [code, { message, status }] of Object.entries(problems)) {
    it(`says ${code} in every locale`, () => {
      assert.ok(status >= 400 && status < 600);
      for (const locale of locales) assert.match(message[locale], /^\p{Lu}.*\.$/u);
      assert.notEqual(message['fr-CA'], message['en-CA']);
    });
  }
});
