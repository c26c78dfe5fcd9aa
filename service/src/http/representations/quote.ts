import { Type } from 'typebox';
import type { JsonText, View } from '../../base/view.js';
import type { Location } from '../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { Seller, VenueEvent } from '../../catalogue/venue.js';
import type { Quote } from '../../quotes/quote.js';
import { number, text } from '../json-text.js';
import { byDefault, inV3_1, onRequest } from './field.js';
import { idSchema, recordSchema, textSchema, timestampSchema } from './field-schemas.js';
import { locationIdSchema, locationIdText, locationTypeSchema } from './location.js';
import type { OfferRecord } from './purchase-option.js';
import { createRepresentation, fieldSet, fixedBy, type Representation } from './representation.js';
import type { TimeText } from './time-text.js';
import type { VenueRecord } from './venue.js';

interface QuoteDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'seller'>;
  readonly timeText: TimeText;
  readonly offer: Representation<OfferRecord>;
  readonly location: Representation<Location>;
  readonly venue: Representation<VenueRecord>;
  readonly event: Representation<VenueEvent>;
  readonly seller: Representation<Seller>;
}

const feetPerMeter = 3.280_839_895;

const distance = ({ meters }: Quote): JsonText | undefined =>
  meters === undefined
    ? undefined
    : `{"straight_line":{"meters":${Math.round(meters)},"feet":${Math.round(meters * feetPerMeter)}}}`;

const distanceSchema = Type.Object({
  straight_line: Type.Object({ meters: Type.Integer(), feet: Type.Integer() }),
});

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
      written += `${written === '' ? '' : ','}${offer.write({ offer: option, location: quote.location }, view)}`;
    }
    return `[${written}]`;
  };

  const sellerOf = (quote: Quote, view: View): JsonText | undefined => {
    const known = snapshot().seller(quote.location.sellerId);
    return known === undefined ? undefined : seller.write(known, view);
  };

  return createRepresentation<Quote>({
    kind: 'quote',
    fields: [
      fixedBy<Quote, Location>(({ location: place }) => place, {
        location_id: inV3_1(
          idSchema,
          byDefault(locationIdSchema, ({ id }, view) => locationIdText(id, view)),
        ),
        type: byDefault(locationTypeSchema, ({ type }) => text(type)),
        seller_id: byDefault(idSchema, ({ sellerId }) => number(sellerId)),
        name: byDefault(textSchema, ({ name }) => text(name)),
        shuttle_times: onRequest(Type.Array(Type.Object({})), () => '[]'),
      }),
      fieldSet<Quote>({
        quote_type: byDefault(Type.Enum(['transient', 'event']), ({ event: shown }) =>
          shown === undefined ? '"transient"' : '"event"',
        ),
        start_time: byDefault(timestampSchema, (quote) => timeText(quote.start, quote.location.timezone)),
        end_time: byDefault(timestampSchema, (quote) => timeText(quote.end, quote.location.timezone)),
        min_start: byDefault(timestampSchema, (quote) => timeText(earliest(quote), quote.location.timezone)),
        max_end: byDefault(timestampSchema, (quote) => timeText(latest(quote), quote.location.timezone)),
        distance: byDefault(distanceSchema, distance),
        purchase_options: byDefault(Type.Array(recordSchema(offer.shows)), offers),
      }),
    ],
    holds: [offer.shows],
    embedded: {
      location: {
        isDefault: true,
        shows: location.shows,
        write: (quote, view) => location.write(quote.location, view),
      },
      event: {
        isDefault: true,
        shows: event.shows,
        write: (quote, view) => (quote.event === undefined ? undefined : event.write(quote.event, view)),
      },
      venue: {
        isDefault: false,
        shows: venue.shows,
        write: (quote, view) =>
          quote.venue === undefined ? undefined : venue.write({ venue: quote.venue }, view),
      },
      seller: { isDefault: false, shows: seller.shows, write: sellerOf },
    },
  });
};
