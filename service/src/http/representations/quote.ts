import type { JsonText, View } from '../../base/view.js';
import type { Location } from '../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { Seller, VenueEvent } from '../../catalogue/venue.js';
import type { PurchaseOption, Quote } from '../../quotes/quote.js';
import { number, text } from '../json-text.js';
import { locationIdText } from './location.js';
import type { OfferRecord } from './purchase-option.js';
import {
  byDefault,
  createRepresentation,
  onRequest,
  type Represent,
  type Representation,
} from './representation.js';
import type { TimeText } from './time-text.js';
import type { VenueRecord } from './venue.js';

interface QuoteDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'seller'>;
  readonly timeText: TimeText;
  readonly offer: Represent<OfferRecord>;
  readonly location: Represent<Location>;
  readonly venue: Represent<VenueRecord>;
  readonly event: Represent<VenueEvent>;
  readonly seller: Represent<Seller>;
}

const feetPerMeter = 3.280_839_895;

const distance = ({ meters }: Quote): JsonText | undefined =>
  meters === undefined
    ? undefined
    : `{"straight_line":{"meters":${Math.round(meters)},"feet":${Math.round(meters * feetPerMeter)}}}`;

/** The widest window that any of the options allows under its price. */
const earliest = ({ purchaseOptions, start }: Quote): number =>
  purchaseOptions.reduce((found, { price }) => Math.min(found, price.minStart), start);
const latest = ({ purchaseOptions, end }: Quote): number =>
  purchaseOptions.reduce((found, { price }) => Math.max(found, price.maxEnd), end);

export const createQuoteRepresentation = (dependencies: QuoteDependencies): Representation<Quote> => {
  const { snapshot, timeText, offer, location, venue, event, seller } = dependencies;

  const offers = (quote: Quote, view: View): JsonText => {
    const texts = quote.purchaseOptions.map((option: PurchaseOption) =>
      offer({ offer: option, location: quote.location }, view),
    );
    return `[${texts.join(',')}]`;
  };

  const sellerOf = (quote: Quote, view: View): JsonText | undefined => {
    const known = snapshot().seller(quote.location.sellerId);
    return known === undefined ? undefined : seller(known, view);
  };

  return createRepresentation<Quote>({
    kind: 'quote',
    fields: {
      location_id: byDefault((quote, view) => locationIdText(quote.location.id, view)),
      type: byDefault((quote) => text(quote.location.type)),
      start_time: byDefault((quote) => timeText(quote.start, quote.location.timezone)),
      end_time: byDefault((quote) => timeText(quote.end, quote.location.timezone)),
      min_start: byDefault((quote) => timeText(earliest(quote), quote.location.timezone)),
      max_end: byDefault((quote) => timeText(latest(quote), quote.location.timezone)),
      distance: byDefault(distance),
      purchase_options: byDefault(offers),
      seller_id: byDefault((quote) => number(quote.location.sellerId)),
      quote_type: byDefault((quote) => (quote.event === undefined ? '"transient"' : '"event"')),
      // The place's own name is on the location; clients fall back to it.
      name: byDefault(() => '""'),
      shuttle_times: onRequest(() => '[]'),
    },
    embedded: {
      location: { isDefault: true, write: (quote, view) => location(quote.location, view) },
      event: {
        isDefault: true,
        write: (quote, view) => (quote.event === undefined ? undefined : event(quote.event, view)),
      },
      venue: {
        isDefault: false,
        write: (quote, view) => (quote.venue === undefined ? undefined : venue({ venue: quote.venue }, view)),
      },
      seller: { isDefault: false, write: sellerOf },
    },
  });
};
