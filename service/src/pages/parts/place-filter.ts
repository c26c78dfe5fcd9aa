import { locationId, sellerId } from '../../base/ids.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import { type Html, html, nothing } from '../frame/html.js';
import { readIds } from '../visit/query-values.js';
import type { Visit } from '../visit/visit.js';

/** What `location_id` and `seller_id` narrow a page to; empty sets narrow nothing. */
export interface PlaceFilter {
  readonly locations: ReadonlySet<number>;
  readonly sellers: ReadonlySet<number>;
}

const namesShown = 10;

export const readPlaceFilter = ({ query }: Pick<Visit, 'query'>): PlaceFilter => ({
  locations: readIds(query, 'location_id'),
  sellers: readIds(query, 'seller_id'),
});

/** The filter as parameters, so that links and forms pass it on. */
export const filterParameters = ({
  locations,
  sellers,
}: PlaceFilter): readonly (readonly [string, string])[] => [
  ...(locations.size === 0 ? [] : [['location_id', [...locations].join(',')] as const]),
  ...(sellers.size === 0 ? [] : [['seller_id', [...sellers].join(',')] as const]),
];

/** The path with these parameters; their values are numbers, commas, times and plain words. */
export const withParameters = (path: string, parameters: readonly (readonly [string, string])[]): string =>
  parameters.length === 0
    ? path
    : `${path}?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`).join('&')}`;

const namesOf = (filter: PlaceFilter, snapshot: CatalogueSnapshot): readonly string[] =>
  [
    ...[...filter.locations].map((id) => snapshot.location(locationId(id))?.name ?? `#${id}`),
    ...[...filter.sellers].map((id) => snapshot.seller(sellerId(id))?.name ?? `#${id}`),
  ].slice(0, namesShown);

/** Says what the page is narrowed to, with a way out. */
export const filterNote = (
  visit: Visit,
  {
    filter,
    snapshot,
    path,
  }: { readonly filter: PlaceFilter; readonly snapshot: CatalogueSnapshot; readonly path: string },
): Html => {
  const names = namesOf(filter, snapshot);
  return names.length === 0
    ? nothing
    : html`<p class="filter">${visit.text('filtered_to', { names: names.join(', ') })} <a href="${visit.href(path)}">${visit.text('show_all')}</a></p>`;
};
