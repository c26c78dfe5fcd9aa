import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFaults } from './find-faults.js';
import { readImports } from './read-imports.js';

const faultsOf = (path: string, text: string): readonly string[] => findFaults([readImports(path, text)]);

describe('the import rules', () => {
  const breaches = [
    ['an edge knows another edge', 'service/src/http/a.ts', "import { b } from '../pages/b.js';"],
    ['a capability knows an edge', 'service/src/quotes/a.ts', "import { b } from '../http/b.js';"],
    ['bookings know webhooks', 'service/src/bookings/a.ts', "import type { B } from '../webhooks/b.js';"],
    ['the base knows a capability', 'service/src/base/a.ts', "export * from '../pricing/b.js';"],
    ['koa outside the web edges', 'service/src/bookings/a.ts', "import Koa from 'koa';"],
    ['mongodb outside storage, as a type', 'service/src/bookings/a.ts', "import type { Db } from 'mongodb';"],
    [
      'undici outside outbound, imported on demand',
      'service/src/webhooks/a.ts',
      "const u = await import('undici');",
    ],
    ['the environment read outside main', 'service/src/config/a.ts', 'export const port = process.env.PORT;'],
    [
      'a package knows another package',
      'conformance/src/a.ts',
      "import { b } from '@parking-toolkit/partner-kit';",
    ],
    [
      'a file reaches into another package',
      'partner-kit/src/a.ts',
      "import { b } from '../../service/src/base/b.js';",
    ],
    ['an inner file imports its index', 'partner-kit/src/a.ts', "import { b } from './index.js';"],
  ] as const;

  for (const [name, path, text] of breaches) {
    it(`finds: ${name}`, () => assert.equal(faultsOf(path, text).length, 1));
  }

  it('finds a cycle, type imports counted', () => {
    const sources = [
      readImports('service/src/base/a.ts', "import type { B } from './b.js';"),
      readImports('service/src/base/b.ts', "import { a } from './a.js';"),
    ];
    assert.deepEqual(findFaults(sources), [
      'cycle: service/src/base/a.ts -> service/src/base/b.ts -> service/src/base/a.ts',
    ]);
  });

  it('lets imports go down, and is not deceived by comments', () => {
    const text =
      "// import { x } from '../http/x.js';\nimport { a } from '../quotes/quote.js';\nimport { b } from '../base/ids.js';";
    assert.deepEqual(faultsOf('service/src/bookings/book.ts', text), []);
  });
});
