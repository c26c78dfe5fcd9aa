import type { JsonText, View } from '../../base/view.js';
import type { Location } from '../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { Seller, VenueEvent } from '../../catalogue/venue.js';
import type { Quote } from '../../quotes/quote.js';
import { number, text } from '../json-text.js';
import { locationIdText } from './location.js';
import type { OfferRecord } from './purchase-option.js';
import type { Represent } from './represent.js';
import {
  byDefault,
  createRepresentation,
  fieldSet,
  fixedBy,
  onRequest,
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
const earliest = ({ purchaseOptions, start }: Quote): number => {
  let found = start;
  for (const { price } of purchaseOptions) found = Math.min(found, price.minStart);
  return found;
};
const latest = ({ purchaseOptions, end }: Quote): number => {
  let found = end;
  for (const { price } of purchaseOptions) found = Math.max(found, price.maxEnd);
  return found;
};

export const createQuoteRepresentation = (dependencies: QuoteDependencies): Representation<Quote> => {
  const { snapshot, timeText, offer, location, venue, event, seller } = dependencies;

  const offers = (quote: Quote, view: View): JsonText => {
    let written = '';
    for (const option of quote.purchaseOptions) {
      written += `${written === '' ? '' : ','}${offer({ offer: option, location: quote.location }, view)}`;
    }
    return `[${written}]`;
  };

  const sellerOf = (quote: Quote, view: View): JsonText | undefined => {
    const known = snapshot().seller(quote.location.sellerId);
    return known === undefined ? undefined : seller(known, view);
  };

  return createRepresentation<Quote>({
    kind: 'quote',
    fields: [
      fixedBy<Quote, Location>(({ location: place }) => place, {
        location_id: byDefault(({ id }, view) => locationIdText(id, view)),
        type: byDefault(({ type }) => text(type)),
        seller_id: byDefault(({ sellerId }) => number(sellerId)),
        name: byDefault(({ name }) => text(name)),
        shuttle_times: onRequest(() => '[]'),
      }),
      fieldSet<Quote>({
        quote_type: byDefault(({ event: shown }) => (shown === undefined ? '"transient"' : '"event"')),
        start_time: byDefault((quote) => timeText(quote.start, quote.location.timezone)),
        end_time: byDefault((quote) => timeText(quote.end, quote.location.timezone)),
        min_start: byDefault((quote) => timeText(earliest(quote), quote.location.timezone)),
        max_end: byDefault((quote) => timeText(latest(quote), quote.location.timezone)),
        distance: byDefault(distance),
        purchase_options: byDefault(offers),
      }),
    ],
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
