import type { JsonText } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import type { PurchaseOption, QuotedOption } from '../../../quotes/quote.js';
import type { TimeText } from '../time-text.js';
import { createPriceText, type PriceText } from './price-text.js';

/** A stay as text, in the location's zone. */
export interface StayText {
  readonly start: JsonText;
  readonly end: JsonText;
}

/** An option of a quote and where it is; `sold` is the same option where it can be bought. */
export interface OptionRecord {
  readonly offer: QuotedOption;
  readonly sold: PurchaseOption | undefined;
  readonly location: Location;
  /** The option's stay, which stands in many of its fields: written once. */
  readonly stay: StayText;
  readonly prices: PriceText;
}

interface OptionOf {
  readonly location: Location;
  readonly offer: QuotedOption;
  readonly sold: PurchaseOption | undefined;
}

export const createOptionRecord = (timeText: TimeText): ((option: OptionOf) => OptionRecord) => {
  const priceText = createPriceText();
  return ({ location, offer, sold }) => ({
    offer,
    sold,
    location,
    stay: { start: timeText(offer.start, location.timezone), end: timeText(offer.end, location.timezone) },
    prices: priceText(offer.plan, offer.price),
  });
};
