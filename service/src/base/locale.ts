export const locales = ['en-US', 'en-CA', 'fr-CA'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en-US';

/** One text in each supported locale. */
export type Translated = Readonly<Record<Locale, string>>;

const byLowerCase = new Map<string, Locale>(locales.map((locale) => [locale.toLowerCase(), locale]));

/** The locale of that name, in any case of letters; `undefined` for one we do not speak. */
export const localeNamed = (name: string): Locale | undefined => byLowerCase.get(name.trim().toLowerCase());

/** A text that people read: one for each locale, or the same in all of them. */
export type LocalText = string | Translated;

/** What a text says in a locale; nothing where there is no text. */
export function say(text: LocalText, locale: Locale): string;
export function say(text: LocalText | undefined, locale: Locale): string | undefined;
export function say(text: LocalText | undefined, locale: Locale): string | undefined {
  return typeof text === 'object' ? text[locale] : text;
}
