import { locales } from '../../base/locale.js';
import { searchPath } from '../../catalogue/site-paths.js';
import type { Visit } from '../visit/visit.js';
import { type Html, html } from './html.js';
import type { Outcome } from './outcome.js';

const languageNames = { 'en-US': 'English (US)', 'en-CA': 'English (Canada)', 'fr-CA': 'Français' } as const;

/** The same page in another language. */
const inLocale = ({ path, query }: Visit, locale: string): string => {
  const changed = new URLSearchParams(query);
  changed.set('locale', locale);
  return `${path}/?${changed}`;
};

const languageLinks = (visit: Visit): Html => html`
<nav class="languages" aria-label="${visit.text('language')}">
${locales.map((locale) =>
  locale === visit.locale
    ? html`<span lang="${locale}" aria-current="true">${languageNames[locale]}</span>`
    : html`<a href="${inLocale(visit, locale)}" lang="${locale}" hreflang="${locale}" rel="nofollow">${languageNames[locale]}</a>`,
)}
</nav>`;

/** The whole document round a page's body. */
export const layout = (
  visit: Visit,
  page: Omit<Extract<Outcome, { kind: 'page' }>, 'kind'>,
  stylePath: string,
): Html => html`<!doctype html>
<html lang="${visit.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${visit.text('site_name')}</title>
${page.isSecret === true && html`<meta name="robots" content="noindex, nofollow">`}
${page.canonical !== undefined && html`<link rel="canonical" href="${page.canonical}">`}
<link rel="icon" href="/icons/site.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#main">${visit.text('skip_to_content')}</a>
<header class="site"><a class="home" href="${visit.href(searchPath)}"><img src="/icons/site.svg" alt="" width="28" height="28"> ${visit.text('site_name')}</a></header>
<main id="main">
${page.body}
</main>
<footer class="site">${languageLinks(visit)}</footer>
</body>
</html>
`;
