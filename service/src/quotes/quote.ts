import type { Caller } from '../base/caller.js';
import type { AddOnId, EventId, LocationId } from '../base/ids.js';
import type { LocalText } from '../base/locale.js';
import type { Money } from '../base/money.js';
import type { Location, ParkingOption } from '../catalogue/location.js';
import type { Venue, VenueEvent } from '../catalogue/venue.js';
import type { Price } from '../pricing/price.js';
import type { RatePlan } from '../pricing/rate-plan.js';

export type SpaceStatus = 'available' | 'limited' | 'unavailable';

/** An option of a location for a stay at a price. */
export interface QuotedOption {
  readonly start: number;
  readonly end: number;
  readonly price: Price;
  readonly option: ParkingOption;
  readonly plan: RatePlan;
  readonly event?: VenueEvent | undefined;
}

/** What one can buy. `id` is the later quote_id. */
export interface PurchaseOption extends QuotedOption {
  readonly id: string;
  readonly space: { readonly status: SpaceStatus; readonly remaining?: number };
  readonly cancellableUntil: number | undefined;
  readonly isCancellableNow: boolean;
}

/** One location's answer to a search. */
export interface Quote {
  readonly location: Location;
  readonly start: number;
  readonly end: number;
  /** Straight line from the search's centre; absent where the search had none. */
  readonly meters?: number | undefined;
  /** Cheapest first; a single one without a space left where the search keeps what is sold out. */
  readonly purchaseOptions: readonly PurchaseOption[];
  /** Bought on the spot; absent unless asked for. */
  readonly onDemandOptions?: readonly PurchaseOption[] | undefined;
  /** Shown, not sold; absent unless asked for. */
  readonly nonBookableOptions?: readonly QuotedOption[] | undefined;
  readonly event?: VenueEvent | undefined;
  readonly venue?: Venue | undefined;
}

/** A parsed and checked search; see `search-query.ts` for how text becomes one. */
export interface QuoteSearch {
  /** `q` as written, and the plain parameters beside it. */
  readonly q?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly eventId?: string;
  readonly pricingAccessCode?: string;
  readonly optionTypes?: string;
  readonly returns?: string;
  readonly sort?: string;
  readonly capabilities?: string;
}

/** Picks over all results in the currency of the first that can be booked, not over a page. */
export interface CuratedQuotes {
  readonly cheapest: Quote;
  readonly closest: Quote;
  readonly recommended: Quote;
}

/**
 * The answer to a search, in order, priced where it is looked at: ask for the page that is shown and for no more.
 * All pages of one result are of one instant and one catalogue.
 */
export interface QuoteSearchResult {
  /** All quotes found, unaffected by paging. */
  readonly total: number;
  /** Candidates that were priced so far, or put in another order than by distance: what the search cost. */
  readonly weighed: () => number;
  /** Quotes from `offset` (0 is the first) on, at most `limit`; past the end none. */
  readonly page: (offset: number, limit: number) => readonly Quote[];
  /** What `returns` asked for. Either of them means that the list leaves in the envelope. */
  readonly wantsCurated: boolean;
  readonly wantsSuggestedView: boolean;
  /** Prices all results; `undefined` when nothing can be bought. */
  readonly curated: () => CuratedQuotes | undefined;
  /** The bookable ones among the first results: for a first map or list. */
  readonly suggestedView: () => readonly Quote[];
  /** What the envelope's meta shows. */
  readonly meta: {
    readonly start?: number;
    readonly end?: number;
    readonly center?: readonly [number, number];
    readonly timezone?: string;
    readonly count: { readonly transient: number; readonly event: number };
  };
}

/** What a quote id carries, authenticated; the price is always worked out again. */
export interface QuoteClaims {
  readonly location: LocationId;
  readonly option: string;
  readonly start: number;
  readonly end: number;
  readonly event?: EventId | undefined;
  readonly accessCode?: string | undefined;
  readonly quotedAt: number;
}

/** A quote id opened and priced anew, with the chosen add-ons. */
export interface OpenedQuote {
  readonly claims: QuoteClaims;
  readonly location: Location;
  readonly option: ParkingOption;
  readonly plan: RatePlan;
  readonly price: Price;
  readonly event?: VenueEvent;
  readonly addOns: readonly ChosenAddOn[];
  /** The option's price plus add-ons. */
  readonly subtotal: Money;
}

export interface ChosenAddOn {
  readonly id: AddOnId;
  readonly name: LocalText;
  readonly price: Money;
}

export interface Quotes {
  /** Never touches the database. Throws `Problem` (400 with `fields`) for a search that is malformed. */
  readonly search: (search: QuoteSearch, caller: Caller) => QuoteSearchResult;
  /** Throws `Problem`: booking_quote_id_invalid, booking_quote_expired, booking_add_on_invalid, booking_vehicle_size_missing, booking_sold_out (no longer sold). */
  readonly open: (quoteId: string, addOnIds: readonly string[]) => OpenedQuote;
}
