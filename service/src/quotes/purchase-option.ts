import type { Location } from '../catalogue/location.js';
import type { VenueEvent } from '../catalogue/venue.js';
import { cancellableUntil } from '../pricing/cancellation.js';
import type { Offer } from './offer.js';
import type { PurchaseOption } from './quote.js';
import type { QuoteIds } from './quote-id.js';

/** From so few spaces on, a search says how many are left. */
const fewSpaces = 5;

const spaceOf = (remaining: number): PurchaseOption['space'] =>
  remaining <= fewSpaces ? { status: 'limited', remaining } : { status: 'available' };

/** Makes an offer bookable: gives it the id that is the later `quote_id`. */
export const createPurchaseOption =
  ({ ids, now, event }: { readonly ids: QuoteIds; readonly now: number; readonly event?: VenueEvent }) =>
  (location: Location, { option, plan, start, end, price, remaining }: Offer): PurchaseOption => {
    const until = cancellableUntil(plan, start);
    const code = option.accessCode === undefined ? {} : { accessCode: option.accessCode };
    const of = event === undefined ? {} : { event: event.id };
    const claims = { location: location.id, option: option.key, start, end, quotedAt: now, ...code, ...of };
    return {
      id: ids.write(claims),
      start,
      end,
      price,
      option,
      plan,
      space: spaceOf(remaining),
      ...(event === undefined ? {} : { event }),
      cancellableUntil: until,
      isCancellableNow: until !== undefined && now < until,
    };
  };
