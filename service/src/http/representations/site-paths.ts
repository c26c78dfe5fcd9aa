import type { Location } from '../../catalogue/location.js';
import type { Venue, VenueEvent } from '../../catalogue/venue.js';

/** Words of a name for an address: letters and digits of ASCII, joined by hyphens. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

/** Pages of the web site; each path begins and ends with a slash. */
export const venuePath = (venue: Pick<Venue, 'slug'>): string => `/${venue.slug}/`;

export const eventPath = (venue: Pick<Venue, 'slug'>, event: Pick<VenueEvent, 'id' | 'name'>): string =>
  `/${venue.slug}/${[slugOf(event.name), event.id].filter((part) => part !== '').join('-')}/`;

export const locationPath = (location: Pick<Location, 'slug'>): string => `/parking/${location.slug}/`;

/** The location's page with the stay already chosen; `start` and `end` are local digits without a zone. */
export const purchasePath = (location: Pick<Location, 'slug'>, start: string, end: string): string =>
  `${locationPath(location)}?start_time=${start}&end_time=${end}`;

export const passPath = (bookingId: number, authorizationCode: string): string =>
  `/parking-pass/${bookingId}/?authorization_code=${encodeURIComponent(authorizationCode)}`;
