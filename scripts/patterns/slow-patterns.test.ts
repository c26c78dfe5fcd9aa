import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findSlowPatterns } from './find-slow-patterns.js';
import { type FoundPattern, readPatterns } from './read-patterns.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const patternsUnder = (folder: string): readonly FoundPattern[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => readPatterns(path, readFileSync(join(root, path), 'utf8')));

/** Not linear, and never shown what a stranger wrote; or bounded before. */
const excused: ReadonlyMap<string, string> = new Map([
  ['service/src/base/without-slash.ts: \\/+$', 'the operator’s own settings'],
  ['service/src/catalogue/clean-text.ts: ^-+|-+$', 'after runs of hyphens have become one'],
  ['service/src/messages/compose.ts: \\{(\\w+)\\}', 'our own wordings'],
  ['service/src/pages/visit/visit.ts: \\{(\\w+)\\}', 'our own wordings'],
  [
    'service/src/catalogue/import/geojson/read-height.ts: ^\\s*(\\d{1,2})\\s*(?:\'|ft)\\s*(?:(\\d{1,2})\\s*(?:"|in)?)?\\s*$',
    'a text cut to 40 characters',
  ],
  [
    'service/src/catalogue/import/geojson/read-height.ts: ^\\s*(\\d{1,3}(?:[.,]\\d{1,2})?)\\s*(m|cm)?\\s*$',
    'a text cut to 40 characters',
  ],
  ['service/src/catalogue/import/find-json-fault.ts: [ \\t\\n\\r]*:', 'sticky: tried at one place only'],
  [
    'service/src/catalogue/import/geojson/read-car-park.ts: ^(.{2,}?),\\s*(\\d{4,5})\\s+\\D+$',
    'a text cut to 200 characters',
  ],
  ['service/src/storage/embedded/keys.ts: "@([\\w.-]+)"', 'an index of ours as SQLite tells it'],
  ['partner-kit/src/adapters/prefix.ts: \\/+$', 'the partner’s own setting'],
  ['partner-kit/src/client/client.ts: \\/+$', 'the partner’s own setting'],
  ['partner-kit/src/cli/main.ts: "version":\\s*"([^"]+)"', 'our own package.json'],
]);

describe('the regular expressions of the service and the partner kit', () => {
  const slow = findSlowPatterns([...patternsUnder('service/src'), ...patternsUnder('partner-kit/src')]);

  it('cannot be made to backtrack by any text, but for those that no stranger reaches', () => {
    assert.deepEqual(
      slow.filter((each) => !excused.has(each)),
      [],
    );
  });

  it('are excused for as long as they are there', () => {
    assert.deepEqual(
      [...excused.keys()].filter((each) => !slow.includes(each)),
      [],
    );
  });

  const planted = ['/^(a+)+$/', '/\\s+$/', '/^\\w*\\d*:/i', "({ pattern: '^(x+)*$' })", 'new RegExp(text)'];
  for (const text of planted) {
    it(`would be found out: ${text}`, () => {
      const found = readPatterns('planted.ts', `export const planted = ${text};`);
      assert.equal(
        findSlowPatterns(found).length + found.filter(({ source }) => source === 'made').length,
        1,
      );
    });
  }

  it('are all written down, none made while running', () => {
    const made = patternsUnder('service/src').filter(({ source }) => source === 'made');
    assert.deepEqual(made, []);
  });
});
