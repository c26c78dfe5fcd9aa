export const locales = ['en-US', 'en-CA', 'fr-CA'] as const;
export type Locale = (typeof locales)[number];
/** One text in each supported locale. */
export type Translated = Readonly<Record<Locale, string>>;
