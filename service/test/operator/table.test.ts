import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderTable } from '../../src/operator/cli/table.js';

describe('a table', () => {
  it('has columns as wide as their widest value', () => {
    const rows = [
      { id: '1:create', last: null },
      { id: '1000:cancel', last: '202' },
    ];
    assert.equal(
      renderTable(['id', 'last'], rows),
      'id           last\n-----------  ----\n1:create\n1000:cancel  202\n',
    );
  });

  const hostile = [
    ['a line of its own', 'x\ny', 'x?y'],
    ['a moved cursor', '\u001b[2Jx', '?[2Jx'],
    ['text that runs backwards', 'a\u202eb', 'a?b'],
    ['a separator of lines', 'a\u2028b', 'a?b'],
    ['what has no width', 'a\u200bb', 'a?b'],
  ] as const;
  for (const [what, given, shown] of hostile) {
    it(`shows no ${what}`, () => {
      assert.equal(renderTable(['v'], [{ v: given }]).split('\n')[2], shown);
    });
  }
});
