import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { html, markupOf } from '../../src/pages/frame/html.js';
import { elementsOf, skeletonOf } from './read-page.js';

/** What a parser hands back unchanged: no NUL, no carriage return, no half of a surrogate pair. */
const parsable = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((text) => text.replace(/[\0\r\p{Cs}]/gu, ''));
const hostile = fc
  .array(
    fc.oneof(
      parsable,
      fc.constantFrom('<script>', '"', "'", '&', '&lt;', '-->', '</p>', ' onload=', '`', '>'),
    ),
  )
  .map((parts) => parts.join(''));

describe('html', () => {
  it('gives every value back as text and as an attribute, and makes no element of it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = markupOf(html`<p title="${text}">${text}</p>`);
        const [paragraph] = elementsOf(page).filter(({ tag }) => tag === 'p');
        assert.equal(paragraph?.attributes.get('title'), text);
        assert.equal(paragraph?.text, text.replace(/\s+/g, ' ').trim());
        assert.deepEqual(skeletonOf(page), ['html', 'head', 'body', 'p title']);
      }),
    );
  });

  it('leaves HTML of its own alone, joins lists, and writes nothing for absent and false', () => {
    const inner = html`<b>${'a & b'}</b>`;
    assert.equal(
      markupOf(html`${[inner, inner]}${undefined}${false}${0}`),
      '<b>a &amp; b</b><b>a &amp; b</b>0',
    );
  });

  it('cannot be handed an object that poses as HTML', () => {
    const posing: string = JSON.parse('"<i>"');
    assert.equal(markupOf(html`${posing}`), '&lt;i&gt;');
  });
});
