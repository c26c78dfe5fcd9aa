import { slugOf } from './clean-text.js';
import type { Location } from './location.js';
import type { Venue, VenueEvent } from './venue.js';

/** Pages of the web site, as the API hands them out; each path begins and ends with a slash. */
export const venuePath = (venue: Pick<Venue, 'slug'>): string => `/${venue.slug}/`;

export const eventPath = (venue: Pick<Venue, 'slug'>, event: Pick<VenueEvent, 'id' | 'name'>): string =>
  `/${venue.slug}/${[slugOf(event.name), event.id].filter((part) => part !== '').join('-')}/`;

/** Where one looks for parking by the hour. */
export const searchPath = '/parking/';

export const locationPath = (location: Pick<Location, 'slug'>): string => `${searchPath}${location.slug}/`;

/** A stay already chosen; `start` and `end` are local digits without a zone. */
export interface ChosenStay {
  readonly start: string;
  readonly end: string;
  /** The event it was priced for. */
  readonly event?: Pick<VenueEvent, 'id'> | undefined;
}

/** The location's page with the stay already chosen. */
export const purchasePath = (location: Pick<Location, 'slug'>, { start, end, event }: ChosenStay): string =>
  `${locationPath(location)}?start_time=${start}&end_time=${end}${event === undefined ? '' : `&event_id=${event.id}`}`;

export const passPath = (bookingId: number, authorizationCode: string): string =>
  `/parking-pass/${bookingId}/?authorization_code=${encodeURIComponent(authorizationCode)}`;
