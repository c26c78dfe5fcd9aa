import { type Locale, locales } from '../../base/locale.js';
import { createFormats, type Formats } from './formats.js';
import { chosenLocale, preferredLocale } from './page-locale.js';
import { readText } from './query-values.js';
import { type TextKey, texts } from './texts.js';

/** One reader's look at a page: what was asked, in which language, and how to speak to them. */
export interface Visit {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Epoch ms. */
  readonly now: number;
  readonly locale: Locale;
  readonly formats: Formats;
  /** A text of ours; `{name}` in it becomes the value of that name. */
  readonly text: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;
  /** An address of ours that keeps a language chosen by `?locale=`. */
  readonly href: (path: string) => string;
}

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly acceptLanguage: string;
  readonly now: number;
}

const withParameter = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => String(values[name] ?? written));

const speak = (asked: Asked, locale: Locale, isChosen: boolean, formats: Formats): Visit => ({
  path: asked.path,
  query: asked.query,
  now: asked.now,
  locale,
  formats,
  text: (key, values) => (values === undefined ? texts[key][locale] : filled(texts[key][locale], values)),
  href: (path) => (isChosen ? withParameter(path, 'locale', locale) : path),
});

export interface Visits {
  /** Throws `Problem` for a `locale` we do not speak. */
  readonly open: (asked: Asked) => Visit;
  /** For an error page: whatever the query says. */
  readonly openPlain: (asked: Asked) => Visit;
}

export const createVisits = (): Visits => {
  const formats = new Map(locales.map((locale) => [locale, createFormats(locale)]));
  const formatsOf = (locale: Locale): Formats => formats.get(locale) ?? createFormats(locale);
  const openPlain = (asked: Asked): Visit => {
    const locale = preferredLocale(asked.acceptLanguage);
    return speak(asked, locale, false, formatsOf(locale));
  };
  return {
    openPlain,
    open: (asked) => {
      const chosen = chosenLocale(readText(asked.query, 'locale'));
      return chosen === undefined ? openPlain(asked) : speak(asked, chosen, true, formatsOf(chosen));
    },
  };
};
