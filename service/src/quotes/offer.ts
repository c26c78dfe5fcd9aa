import type { Location, ParkingOption } from '../catalogue/location.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Inventory } from '../inventory/inventory.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import { eventRatesNear } from './event-rate.js';
import { kindOf, type OptionKind, type OptionKinds } from './option-kinds.js';
import { createPriceAsked, type PricedStay } from './price-asked.js';
import type { StayAsked } from './stay-at.js';

/** An option of a location with its price for the search, before it is given a quote id. */
export interface Offer extends PricedStay {
  readonly option: ParkingOption;
  readonly plan: RatePlan;
  /** Spaces left; none of what is only shown. */
  readonly remaining: number;
}

/** What a location has for a search, each list cheapest first and holding only what was asked for. */
export interface Offers {
  readonly bookable: readonly Offer[];
  /** What would be bookable, had it a space left. */
  readonly soldOut: readonly Offer[];
  readonly onDemand: readonly Offer[];
  readonly nonBookable: readonly Offer[];
}

/** What is the same for all locations of one search. */
export interface OfferContext extends StayAsked {
  readonly snapshot: CatalogueSnapshot;
  readonly inventory: Pick<Inventory, 'peak'>;
  readonly accessCode: string | undefined;
  readonly kinds: OptionKinds;
}

const cheapestFirst = (left: Offer, right: Offer): number => left.price.total.minor - right.price.total.minor;

/** Most locations have one option, so most lists need no sorting. */
const withOffer = (list: readonly Offer[], offer: Offer): readonly Offer[] =>
  list.length === 0 ? [offer] : [...list, offer].sort(cheapestFirst);

const nothing: readonly Offer[] = [];
const noOffers: Offers = {
  bookable: nothing,
  soldOut: nothing,
  onDemand: nothing,
  nonBookable: nothing,
};

const listOf = (kind: OptionKind, remaining: number): keyof Offers | undefined => {
  if (kind === 'non_bookable') return 'nonBookable';
  if (kind === 'bookable') return remaining > 0 ? 'bookable' : 'soldOut';
  return remaining > 0 ? 'onDemand' : undefined;
};

/** Prices what one location has of the kinds asked for, and counts the spaces that are left. */
export const createOffers = (context: OfferContext): ((location: Location) => Offers) => {
  const { snapshot, inventory, accessCode, kinds } = context;
  const priceAsked = createPriceAsked(context);
  const sellsEventRate = eventRatesNear(snapshot, context.event);

  const remainingOf = (location: Location, option: ParkingOption, { start, end }: PricedStay): number =>
    option.capacity - inventory.peak({ location: location.id, pool: option.pool, start, end });

  const offerOf = (location: Location, option: ParkingOption, kind: OptionKind): Offer | undefined => {
    if (option.accessCode !== undefined && option.accessCode !== accessCode) return undefined;
    const plan = snapshot.ratePlan(option.ratePlan);
    if (plan === undefined) return undefined;
    const priced = priceAsked(location.timezone, plan, sellsEventRate(location, plan));
    if (priced === undefined) return undefined;
    const remaining = kind === 'non_bookable' ? 0 : remainingOf(location, option, priced);
    return { option, plan, remaining, start: priced.start, end: priced.end, price: priced.price };
  };

  return (location) => {
    const made: { -readonly [List in keyof Offers]: Offers[List] } = { ...noOffers };
    for (const option of location.options) {
      const kind = kindOf(option);
      const offer = kinds.has(kind) ? offerOf(location, option, kind) : undefined;
      const list = offer && listOf(kind, offer.remaining);
      if (offer !== undefined && list !== undefined) made[list] = withOffer(made[list], offer);
    }
    return made;
  };
};
