import type { JsonText, View } from '../../base/view.js';

/** Where a record leads: relation to address, in order. Relations without a prefix are ours; `self` is the record's own. */
export type Links = Readonly<Record<string, string>>;

const relationOf = (relation: string, { curie }: View): string =>
  relation === 'self' || relation.includes(':') ? relation : `${curie}:${relation}`;

/** Site pages are paths, joined to the site's address by the reader; our own links are absolute. */
const hrefOf = (relation: string, path: string, { baseUrl }: View): string =>
  relation.startsWith('site:') ? path : baseUrl + path;

const linkText = (relation: string, path: string, view: View): JsonText =>
  `{"href":${JSON.stringify(hrefOf(relation, path, view))}}`;

/** The `_links` of a record, with the curies that its relations use. */
export const links = (entries: Links, view: View): JsonText => {
  let written = '';
  for (const relation in entries) {
    const path = entries[relation];
    if (path !== undefined) written += `"${relationOf(relation, view)}":${linkText(relation, path, view)},`;
  }
  return `{${written}"curies":${view.curies}}`;
};
