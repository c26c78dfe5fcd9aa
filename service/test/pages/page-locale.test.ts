import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/base/problem.js';
import { chosenLocale, preferredLocale } from '../../src/pages/visit/page-locale.js';

describe('preferredLocale', () => {
  const cases = [
    ['', 'en-US'],
    ['fr', 'fr-CA'],
    ['fr-FR,fr;q=0.9', 'fr-CA'],
    ['en-CA', 'en-CA'],
    ['en-GB', 'en-US'],
    ['de-DE, fr-CA;q=0.5, en-CA;q=0.7', 'en-CA'],
    ['de', 'en-US'],
    ['*', 'en-US'],
    ['fr;q=0, en-CA;q=0.1', 'en-CA'],
    ['fr;q=nonsense', 'en-US'],
    ['FR-ca', 'fr-CA'],
  ] as const;
  for (const [header, locale] of cases) {
    it(`answers ${locale} for "${header}"`, () => assert.equal(preferredLocale(header), locale));
  }
});

describe('chosenLocale', () => {
  it('takes the three locales in any case of letters', () => {
    assert.equal(chosenLocale('FR-CA'), 'fr-CA');
    assert.equal(chosenLocale(undefined), undefined);
  });
  it('refuses others by name', () => {
    assert.throws(
      () => chosenLocale('de'),
      (thrown) => thrown instanceof Problem && thrown.detail.fields?.[0] === 'locale',
    );
  });
});
