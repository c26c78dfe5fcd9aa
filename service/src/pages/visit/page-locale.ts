import { defaultLocale, type Locale, localeNamed, locales } from '../../base/locale.js';
import { Problem } from '../../base/problem.js';
import { readWeighted } from '../../base/weighted-list.js';

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
  const [best] = readWeighted(header)
    .map(({ name, weight }) => ({ locale: localeOf(name), weight }))
    .filter(({ locale, weight }) => locale !== undefined && weight > 0)
    .sort((left, right) => right.weight - left.weight);
  return best?.locale ?? defaultLocale;
};

/** The locale that `?locale=` names. Throws `Problem` for one we do not speak. */
export const chosenLocale = (text: string | undefined): Locale | undefined => {
  if (text === undefined) return undefined;
  const chosen = localeNamed(text);
  if (chosen === undefined) throw new Problem('request_parameter_invalid', { fields: ['locale'] });
  return chosen;
};
