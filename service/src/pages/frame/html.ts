const markup = Symbol('markup');

/** Text that is already HTML; only `html` makes it, so nothing that comes from data can pose as it. */
export interface Html {
  readonly [markup]: string;
}

export type Part = string | number | false | undefined | Html | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return isList(part) ? part.map(written).join('') : part[markup];
};

/** HTML in which every value is escaped, in text and in quoted attributes alike; `undefined` and `false` leave nothing. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  [markup]: literals.map((literal, index) => literal + written(parts[index])).join(''),
});

export const nothing = html``;

/** The document's text, ready to be sent. */
export const markupOf = (page: Html): string => page[markup];
