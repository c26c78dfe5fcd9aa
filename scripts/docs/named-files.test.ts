import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { countNamedFiles, findMissingFiles } from './named-files.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('the pages of this repository', () => {
  it('name only files that exist', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      ...readdirSync(join(root, 'docs'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    assert.deepEqual(findMissingFiles(root, pages), []);
    assert.ok(countNamedFiles(root, 'docs/architecture.md') >= 30, 'the walk through the files names them');
  });

  it('would be found out', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parking-docs-'));
    writeFileSync(
      join(folder, 'a.md'),
      'See `service/src/gone.ts` and [b](b.md), not [c](https://example.org/c).',
    );
    assert.deepEqual(findMissingFiles(folder, ['a.md']), ['a.md: service/src/gone.ts', 'a.md: b.md']);
    rmSync(folder, { recursive: true });
  });
});
