import type { EventId, LocationId, SellerId, VenueId } from '../base/ids.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import type { Coordinates, Location } from './location.js';
import type { NameIndex } from './name-index.js';
import type { Review } from './review.js';
import type { Seller, Venue, VenueEvent } from './venue.js';

export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export interface Nearby {
  readonly location: Location;
  /** Straight line to the location's coordinates. */
  readonly meters: number;
}

/** One generation of the catalogue, in memory and immutable. Look-ups answer `undefined` for what is not there. */
export interface CatalogueSnapshot {
  readonly generation: number;
  readonly locationCount: number;
  readonly location: (id: LocationId) => Location | undefined;
  readonly venue: (id: VenueId) => Venue | undefined;
  readonly event: (id: EventId) => VenueEvent | undefined;
  readonly seller: (id: SellerId) => Seller | undefined;
  readonly ratePlan: (id: string) => RatePlan | undefined;
  /** In order of id, as venues are. */
  readonly locations: () => readonly Location[];
  readonly venues: () => readonly Venue[];
  /** In order of start, then id. */
  readonly eventsOfVenue: (id: VenueId) => readonly VenueEvent[];
  readonly events: () => readonly VenueEvent[];
  /** Those that start from `from` up to, not including, `to` (epoch ms), in order of start, then id. */
  readonly eventsStarting: (from: number, to: number) => readonly VenueEvent[];
  /** Newest first. */
  readonly reviewsOf: (id: LocationId) => readonly Review[];
  readonly names: {
    readonly locations: NameIndex<Location>;
    readonly venues: NameIndex<Venue>;
    readonly events: NameIndex<VenueEvent>;
  };
  /** Nearest first; ties by id. */
  readonly within: (center: Coordinates, radiusMeters: number) => readonly Nearby[];
  /** Nearest to `from` first (the middle of the bounds when absent). */
  readonly inBounds: (bounds: Bounds, from?: Coordinates) => readonly Nearby[];
}

/** The current catalogue; replaced whole when an import becomes visible. */
export interface Catalogue {
  readonly snapshot: () => CatalogueSnapshot;
  /** Reads what is visible now from the store; cheap when nothing changed. */
  readonly reload: () => Promise<void>;
}
