import type { Clock } from '../base/clock.js';
import { minuteMs } from '../base/durations.js';
import type { EventId } from '../base/ids.js';
import { add, money } from '../base/money.js';
import { Problem } from '../base/problem.js';
import type { Location, ParkingOption } from '../catalogue/location.js';
import type { Catalogue, CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { VenueEvent } from '../catalogue/venue.js';
import { chooseAddOns } from '../pricing/add-ons.js';
import type { Price } from '../pricing/price.js';
import { priceStay } from '../pricing/price-stay.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import { eventRatesNear } from './event-rate.js';
import { kindOf } from './option-kinds.js';
import type { ChosenAddOn, OpenedQuote, QuoteClaims, Quotes } from './quote.js';
import type { QuoteIds } from './quote-id.js';

/** How long a quote can be booked after the search. */
const quoteValidityMs = 15 * minuteMs;

const readClaims = (ids: QuoteIds, quoteId: string, now: number): QuoteClaims => {
  const claims = ids.read(quoteId);
  if (claims === undefined) throw new Problem('booking_quote_id_invalid', { fields: ['quote_id'] });
  if (now >= claims.quotedAt + quoteValidityMs)
    throw new Problem('booking_quote_expired', { fields: ['quote_id'] });
  return claims;
};

/** What was quoted was real, so whatever has gone since is sold out, not a mistake of the caller. */
const noLongerSold = (what: string): Problem =>
  new Problem('booking_sold_out', { details: `${what} is no longer sold` });

interface Sold {
  readonly location: Location;
  readonly option: ParkingOption;
  readonly plan: RatePlan;
}

const findSold = (snapshot: CatalogueSnapshot, claims: QuoteClaims): Sold => {
  const location = snapshot.location(claims.location);
  if (location === undefined) throw noLongerSold('the location');
  const option = location.options.find(({ key }) => key === claims.option);
  if (option === undefined || option.accessCode !== claims.accessCode) throw noLongerSold('the option');
  if (kindOf(option) === 'non_bookable') throw noLongerSold('the option');
  const plan = snapshot.ratePlan(option.ratePlan);
  if (plan === undefined) throw noLongerSold('the option');
  return { location, option, plan };
};

const findEvent = (snapshot: CatalogueSnapshot, id: EventId | undefined): VenueEvent | undefined => {
  const event = id === undefined ? undefined : snapshot.event(id);
  if (id !== undefined && event === undefined) throw noLongerSold('the event');
  return event;
};

const priceNow = ({ plan, location }: Sold, { start, end }: QuoteClaims, event?: VenueEvent): Price => {
  const pricing = priceStay(plan, location.timezone, { start, end, event });
  if (pricing.kind === 'not_sold') throw noLongerSold('the stay');
  return pricing.price;
};

const choose = (plan: RatePlan, ids: readonly string[]): readonly ChosenAddOn[] => {
  const choice = chooseAddOns(plan, ids);
  if (choice.kind === 'problem')
    throw new Problem(choice.code, { fields: ['add_on_ids'], details: choice.details });
  return choice.addOns.map(({ id, name, priceMinor }) => ({
    id,
    name,
    price: money(plan.currency, priceMinor),
  }));
};

/** Opens quote ids: what was quoted, found and priced anew in the catalogue of now. */
export const createOpenQuote = (deps: {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: QuoteIds;
}): Quotes['open'] => {
  return (quoteId, addOnIds): OpenedQuote => {
    const claims = readClaims(deps.ids, quoteId, deps.clock.now());
    const snapshot = deps.catalogue.snapshot();
    const sold = findSold(snapshot, claims);
    const event = findEvent(snapshot, claims.event);
    const sellsEventRate = eventRatesNear(snapshot, event)(sold.location, sold.plan);
    const price = priceNow(sold, claims, sellsEventRate ? event : undefined);
    const addOns = choose(sold.plan, addOnIds);
    const subtotal = addOns.reduce((sum, addOn) => add(sum, addOn.price), price.total);
    return { claims, ...sold, price, addOns, subtotal, ...(event === undefined ? {} : { event }) };
  };
};
