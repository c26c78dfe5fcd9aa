import type { Translated } from '#service/base/locale.js';

/** A text that reads the same in both kinds of English. */
export const inBoth = (english: string, french: string): Translated => ({
  'en-US': english,
  'en-CA': english,
  'fr-CA': french,
});
