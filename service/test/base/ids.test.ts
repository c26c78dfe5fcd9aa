import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPagedHex } from '../../src/base/ids.js';

/** Pages of bytes that count up, so that none is like another. */
const countingPages = () => {
  let given = 0;
  const pages: Buffer[] = [];
  const random = (bytes: number): Buffer => {
    const page = Buffer.alloc(bytes);
    for (let at = 0; at + 4 <= bytes; at += 4) {
      given += 1;
      page.writeUInt32BE(given, at);
    }
    pages.push(page);
    return page;
  };
  return { random, pages };
};

describe('random hex by the page', () => {
  it('gives as many bytes as asked for, and none of them twice', () => {
    const hex = createPagedHex(countingPages().random);
    const given = Array.from({ length: 3000 }, (_, index) => hex(index % 2 === 0 ? 8 : 16));
    assert.ok(given.every((text, index) => text.length === (index % 2 === 0 ? 16 : 32)));
    const words = given.flatMap((text) => text.match(/.{8}/g) ?? []);
    assert.equal(new Set(words).size, words.length);
  });

  it('gives more than a page at once', () => {
    assert.equal(createPagedHex()(5000).length, 10_000);
  });

  it('asks the system once for many, and keeps nothing of what it gave', () => {
    const { random, pages } = countingPages();
    const hex = createPagedHex(random);
    for (let count = 0; count < 100; count += 1) hex(8);
    assert.equal(pages.length, 1);
    assert.ok(pages[0]?.subarray(0, 800).every((byte) => byte === 0));
  });
});
