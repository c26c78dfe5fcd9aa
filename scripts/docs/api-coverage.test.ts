import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findCoverageFaults, readCoverage } from './api-coverage.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/api-coverage.md'), 'utf8');

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A repository with one file, one decision and one test. */
const smallRepository = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-coverage-'));
  folders.push(folder);
  for (const name of ['docs', 'service/src', 'service/test'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'docs/decisions.md'), '1. A choice.\n');
  writeFileSync(join(folder, 'service/src/a.ts'), '');
  writeFileSync(
    join(folder, 'service/test/a.test.ts'),
    "it('answers | \\'so\\'', () => {});\n// not a test: it is said\n",
  );
  return folder;
};

const head = '| Statement | Spec | Where | Test |\n|---|---|---|---|\n';
const proof = "`a.test.ts` > answers \\| 'so'";

describe('the table of what covers the spec', () => {
  it('has no empty cell, and names only files, decisions and tests that are there', () => {
    assert.deepEqual(findCoverageFaults(root, page), []);
  });

  it('and so does the table of what users of other senders suffer from', () => {
    const pains = readFileSync(join(root, 'docs/dispatcher.md'), 'utf8');
    assert.deepEqual(findCoverageFaults(root, pains), []);
    assert.ok(readCoverage(pains).length >= 20);
  });

  it('has a row for each statement', () => {
    assert.ok(readCoverage(page).length >= 360, `${readCoverage(page).length} rows`);
  });

  const planted: readonly (readonly [row: string, faults: readonly string[]])[] = [
    [`| s | Errors 1 | \`a.ts\` | ${proof} |`, []],
    [`| s | Errors 1 | decision 1 | ${proof}<br>${proof} |`, []],
    [`| s |  | \`a.ts\` | ${proof} |`, ['empty: spec']],
    ['| s | Errors 1 | `a.ts` |  |', ['empty: proof']],
    [`| s | Errors 1 | ? | ${proof} |`, ['empty: where']],
    [`| s | Errors 1 | somewhere | ${proof} |`, ['names no place']],
    [`| s | Errors 1 | \`b.ts\` | ${proof} |`, ['no such file: service/src/b.ts']],
    [`| s | Errors 1 | \`docs/b.md\` | ${proof} |`, ['no such file: docs/b.md']],
    [`| s | Errors 1 | decision 2 | ${proof} |`, ['no such decision: 2']],
    ['| s | Errors 1 | `a.ts` | surely |', ['names no test']],
    ['| s | Errors 1 | `a.ts` | `b.test.ts` > x |', ['no such file: service/test/b.test.ts']],
    ['| s | Errors 1 | `a.ts` | `a.test.ts` > is said |', ['no such test: service/test/a.test.ts > is said']],
  ];
  for (const [row, faults] of planted) {
    it(`finds ${faults[0] ?? 'nothing'} in ${row}`, () => {
      const found = findCoverageFaults(smallRepository(), head + row);
      assert.deepEqual(
        found,
        faults.map((fault) => `line 3, s: ${fault}`),
      );
    });
  }
});
