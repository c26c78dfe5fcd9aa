import { eventId, locationId, venueId } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { Bookings } from '../bookings/bookings.js';
import { eventPath, locationPath, searchPath, venuePath } from '../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Quotes } from '../quotes/quote.js';
import { airportPage } from './airport-page.js';
import { eventPage } from './event-page.js';
import type { IconPath } from './frame/icons.js';
import { type Outcome, redirect, withQuery } from './frame/outcome.js';
import { locationPage } from './location-page.js';
import { passPage } from './pass-page.js';
import { searchPage } from './search-page.js';
import { venuePage } from './venue-page.js';
import type { PageAddress } from './visit/page-address.js';
import type { Visit } from './visit/visit.js';

export interface PageContext {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly quotes: Pick<Quotes, 'search'>;
  readonly bookings: Pick<Bookings, 'view'>;
  readonly iconOf: IconPath;
}

/** Paths arrive without the slash at their end. */
const isAt = (path: string, canonical: string): boolean => `${path}/` === canonical;

const canonically = ({ visit }: PageContext, canonical: string, page: () => Outcome): Outcome =>
  isAt(visit.path, canonical) ? page() : redirect(301, withQuery(canonical, visit.query));

const atVenue = (context: PageContext, id: number): Outcome => {
  const { visit, snapshot } = context;
  const venue = snapshot.venue(venueId(id));
  if (venue === undefined) throw new Problem('venue_not_found');
  return canonically(context, venuePath(venue), () =>
    venue.enhancedAirport ? airportPage({ ...context, venue }) : venuePage(visit, snapshot, venue),
  );
};

const atEvent = (context: PageContext, id: number): Outcome => {
  const event = context.snapshot.event(eventId(id));
  const venue = event === undefined ? undefined : context.snapshot.venue(event.venueId);
  if (event === undefined || venue === undefined) throw new Problem('event_not_found');
  return canonically(context, eventPath(venue, event), () => eventPage({ ...context, venue, event }));
};

const atLocation = (context: PageContext, id: number): Outcome => {
  const location = context.snapshot.location(locationId(id));
  if (location === undefined) throw new Problem('location_not_found');
  return canonically(context, locationPath(location), () => locationPage({ ...context, location }));
};

/** The page at an address; a slug of old leads to the one of now. Throws `Problem`: 400, 404. */
export const findPage = async (context: PageContext, address: PageAddress): Promise<Outcome> => {
  switch (address.kind) {
    case 'home':
      return redirect(302, context.visit.href(searchPath));
    case 'search':
      return searchPage(context);
    case 'venue':
      return atVenue(context, address.id);
    case 'event':
      return atEvent(context, address.id);
    case 'location':
      return atLocation(context, address.id);
    case 'pass':
      return passPage(context, address.id);
  }
};
