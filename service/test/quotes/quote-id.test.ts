import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventId, locationId } from '../../src/base/ids.js';
import type { QuoteClaims } from '../../src/quotes/quote.js';
import { createQuoteIds } from '../../src/quotes/quote-id.js';
import { createQuoteSeal } from '../../src/quotes/quote-seal.js';

const ids = createQuoteIds(createQuoteSeal([{ version: '1', secret: 'one' }]));

const claims: fc.Arbitrary<QuoteClaims> = fc
  .record(
    {
      location: fc.nat().map(locationId),
      option: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      start: fc.integer({ min: 0, max: 7e12 }),
      end: fc.integer({ min: 0, max: 7e12 }),
      quotedAt: fc.integer({ min: 0, max: 7e12 }),
      event: fc.nat().map(eventId),
      accessCode: fc.string({ minLength: 1, maxLength: 40 }),
    },
    { requiredKeys: ['location', 'option', 'start', 'end', 'quotedAt'] },
  )
  .map((record) => ({ ...record }));

const some: QuoteClaims = { location: locationId(5), option: 'standard', start: 1, end: 2, quotedAt: 3 };
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a quote id', () => {
  it('gives back what it was made of, in characters safe in an address', () => {
    fc.assert(
      fc.property(claims, (wanted) => {
        const id = ids.write(wanted);
        assert.match(id, /^[\w-]+$/);
        assert.deepEqual(ids.read(id), wanted);
      }),
    );
  });

  it('is void once any character of it is another', () => {
    const id = ids.write(some);
    for (let place = 0; place < id.length; place += 1)
      for (const character of alphabet) {
        if (id[place] === character) continue;
        assert.equal(ids.read(id.slice(0, place) + character + id.slice(place + 1)), undefined);
      }
  });

  it('is void when cut, grown or wrapped', () => {
    const id = ids.write(some);
    for (let length = 0; length < id.length; length += 1)
      assert.equal(ids.read(id.slice(0, length)), undefined);
    for (const other of [`${id}A`, `${id}=`, `${id} `, ` ${id}`, id + id, `${id}\0`, id.repeat(10_000)])
      assert.equal(ids.read(other), undefined);
  });

  it('is void when anybody else made it', () => {
    const foreign = createQuoteIds(createQuoteSeal([{ version: '1', secret: 'another' }]));
    assert.equal(ids.read(foreign.write(some)), undefined);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        assert.equal(ids.read(text), undefined);
        assert.equal(ids.read(`1${text}`), undefined);
      }),
    );
  });

  it('outlives a rotation of the secret, as long as the old one is kept', () => {
    const before = { version: '1', secret: 'one' };
    const after = { version: '2', secret: 'two' };
    const old = ids.write(some);
    assert.deepEqual(createQuoteIds(createQuoteSeal([after, before])).read(old), some);
    assert.equal(createQuoteIds(createQuoteSeal([after])).read(old), undefined);
    assert.equal(
      createQuoteIds(createQuoteSeal([after, before]))
        .write(some)
        .slice(0, 1),
      '2',
    );
  });
});
