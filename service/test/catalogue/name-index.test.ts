import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createNameIndex } from '../../src/catalogue/name-index.js';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const find = (names: readonly string[], text: string): readonly string[] =>
  createNameIndex(named(...names))
    .named(text)
    .map(({ name }) => name);

describe('name index', () => {
  it('answers the name itself first, then what begins with it, then the others, each in the order given', () => {
    const names = ['The Arena', 'Arena Two', 'ARENA', 'Old arena', 'Arena One', 'Hall'];
    assert.deepEqual(find(names, 'arena'), ['ARENA', 'Arena Two', 'Arena One', 'The Arena', 'Old arena']);
  });

  const rows: readonly (readonly [string, string, boolean])[] = [
    ['Nürnberg Messe', 'nrnberg', true],
    ['Nürnberg Messe', 'nurnberg m', true],
    ['Fête à Québec', 'fte qubec', true],
    ['Straße', 'strasse', true],
    ['Østergade', 'ostergade', true],
    ['Østergade', 'stergade', true],
    ['Messe', 'nmesse', false],
    ['a.b', 'axb', false],
  ];
  for (const [name, text, isFound] of rows) {
    it(`${isFound ? 'finds' : 'does not find'} ${name} by ${JSON.stringify(text)}`, () => {
      assert.deepEqual(find([name], text), isFound ? [name] : []);
    });
  }

  it('sorts from a to z in any case and with accents, equal names in the order given', () => {
    const items = [
      { name: 'zoo', id: 1 },
      { name: 'Éclair', id: 2 },
      { name: 'apple', id: 3 },
      { name: 'Eclair', id: 4 },
      { name: 'Fig', id: 5 },
    ];
    const index = createNameIndex(items);
    assert.deepEqual(
      index.sorted().map(({ id }) => id),
      [3, 2, 4, 5, 1],
    );
    const [zoo, accented, , plain] = items;
    assert.ok(zoo !== undefined && accented !== undefined && plain !== undefined);
    assert.equal(index.compare(accented, plain), 0);
    assert.ok(index.compare(zoo, plain) > 0 && index.compare(plain, zoo) < 0);
  });

  it('finds exactly the names of ASCII that hold the text', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', 'b', ' ', '.'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), word, (names, text) => {
        const expected = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
        assert.deepEqual([...find(names, text)].sort(), [...expected].sort());
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });
});
