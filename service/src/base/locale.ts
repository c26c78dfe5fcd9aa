export const locales = ['en-US', 'en-CA', 'fr-CA'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en-US';

/** One text in each supported locale. */
export type Translated = Readonly<Record<Locale, string>>;

const byLowerCase = new Map<string, Locale>(locales.map((locale) => [locale.toLowerCase(), locale]));

/** The locale of that name, in any case of letters; `undefined` for one we do not speak. */
export const localeNamed = (name: string): Locale | undefined => byLowerCase.get(name.trim().toLowerCase());
