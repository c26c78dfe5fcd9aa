import type { Location } from '../catalogue/location.js';
import type { VenueEvent } from '../catalogue/venue.js';
import { cancellableUntil } from '../pricing/cancellation.js';
import type { Offer } from './offer.js';
import type { PurchaseOption, QuotedOption } from './quote.js';
import type { QuoteIds } from './quote-id.js';

/** From so few spaces on, a search says how many are left. */
const fewSpaces = 5;

const spaceOf = (remaining: number): PurchaseOption['space'] => {
  if (remaining <= 0) return { status: 'unavailable', remaining: 0 };
  return remaining <= fewSpaces ? { status: 'limited', remaining } : { status: 'available' };
};

/** An offer as it is shown where it cannot be bought. */
export const quotedOption = (
  { option, plan, start, end, price }: Offer,
  event: VenueEvent | undefined,
): QuotedOption => ({ start, end, price, option, plan, event });

/** Makes an offer bookable: gives it the id that is the later `quote_id`. */
export const createPurchaseOption = ({
  ids,
  now,
  event,
}: {
  readonly ids: QuoteIds;
  readonly now: number;
  readonly event: VenueEvent | undefined;
}) => {
  const idOf = (location: Location, { option, start, end }: Offer): string =>
    ids.write({
      location: location.id,
      option: option.key,
      start,
      end,
      quotedAt: now,
      event: event?.id,
      accessCode: option.accessCode,
    });
  return (location: Location, offer: Offer): PurchaseOption => {
    const { option, plan, start, end, price } = offer;
    const until = cancellableUntil(plan, start);
    return {
      id: idOf(location, offer),
      start,
      end,
      price,
      option,
      plan,
      event,
      space: spaceOf(offer.remaining),
      cancellableUntil: until,
      isCancellableNow: until !== undefined && now < until,
    };
  };
};
