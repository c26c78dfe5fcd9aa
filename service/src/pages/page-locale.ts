import { type Locale, locales } from '../base/locale.js';
import { Problem } from '../base/problem.js';

const defaultLocale: Locale = 'en-US';
const mostRanges = 20;

/** Languages we speak, each with the locale that stands for it where no better one is asked for. */
const byRange: ReadonlyMap<string, Locale> = new Map<string, Locale>([
  ...locales.map((locale) => [locale.toLowerCase(), locale] as const),
  ['en', 'en-US'],
  ['fr', 'fr-CA'],
  ['*', defaultLocale],
]);

/** `en-GB` is served by what we have for `en`. */
const localeOf = (range: string): Locale | undefined =>
  byRange.get(range) ?? byRange.get(range.split('-')[0] ?? '');

/** The best locale for an Accept-Language header (RFC 9110, 12.5.4); the first of equals. */
export const preferredLocale = (header: string): Locale => {
  const wishes = header
    .toLowerCase()
    .split(',', mostRanges)
    .map((item) => {
      const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { locale: localeOf(range), quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0);
  const best = wishes
    .filter(({ locale }) => locale !== undefined)
    .sort((left, right) => right.quality - left.quality);
  return best[0]?.locale ?? defaultLocale;
};

/** The locale that `?locale=` names. Throws `Problem` for one we do not speak. */
export const chosenLocale = (text: string | undefined): Locale | undefined => {
  if (text === undefined) return undefined;
  const chosen = locales.find((locale) => locale.toLowerCase() === text.toLowerCase());
  if (chosen === undefined) throw new Problem('request_parameter_invalid', { fields: ['locale'] });
  return chosen;
};
