import { type Locale, locales } from '../../base/locale.js';

const byLowerCase = new Map<string, Locale>(locales.map((locale) => [locale.toLowerCase(), locale]));

/** What `X-Language-Locale` asks for, in any case of letters; `undefined` for a locale we do not speak. */
export const acceptedLocale = (header: string): Locale | undefined =>
  byLowerCase.get(header.trim().toLowerCase());

export const defaultLocale: Locale = 'en-US';
