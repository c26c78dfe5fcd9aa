import { Type } from 'typebox';
import type { JsonText, View } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../../catalogue/snapshot.js';
import type { Seller, VenueEvent } from '../../../catalogue/venue.js';
import type { PurchaseOption, Quote, QuotedOption } from '../../../quotes/quote.js';
import { byDefault, type Field, holding, inV3_1, onRequest, type Write } from '../field.js';
import { idSchema, recordSchema, textSchema, timestampSchema } from '../field-schemas.js';
import { array, number, text } from '../json-text.js';
import { locationIdSchema, locationIdText, locationTypeSchema } from '../places/location.js';
import { shuttleTimes, shuttleTimesSchema } from '../places/operating-hours.js';
import type { VenueRecord } from '../places/venue.js';
import { createPlainViews } from '../plain-view.js';
import { createRepresentation, fieldSet, fixedBy, type Representation } from '../representation.js';
import type { TimeText } from '../time-text.js';
import { createOptionRecord, type OptionRecord } from './option-record.js';

interface QuoteDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'seller'>;
  readonly timeText: TimeText;
  readonly option: Representation<OptionRecord>;
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

const optionsOf = ({ purchaseOptions, onDemandOptions = [] }: Quote): readonly PurchaseOption[] =>
  onDemandOptions.length === 0 ? purchaseOptions : [...purchaseOptions, ...onDemandOptions];

/** The widest window that any of the options allows under its price. */
const earliest = (quote: Quote): number => {
  let found = quote.start;
  for (const { price } of optionsOf(quote)) found = Math.min(found, price.minStart);
  return found;
};
const latest = (quote: Quote): number => {
  let found = quote.end;
  for (const { price } of optionsOf(quote)) found = Math.max(found, price.maxEnd);
  return found;
};

export const createQuoteRepresentation = (dependencies: QuoteDependencies): Representation<Quote> => {
  const { snapshot, timeText, option, location, venue, event, seller } = dependencies;
  const plainOf = createPlainViews();
  const optionRecord = createOptionRecord(timeText);
  const options = (write: Write<Quote>): Field<Quote> =>
    holding(option.shows.kind, byDefault(Type.Array(recordSchema(option.shows)), write));

  const sold = (options: readonly PurchaseOption[], quote: Quote, view: View): JsonText => {
    let written = '';
    for (const offer of options) {
      const record = optionRecord({ offer, sold: offer, location: quote.location });
      written += `${written === '' ? '' : ','}${option.write(record, view)}`;
    }
    return `[${written}]`;
  };

  const shown = (offers: readonly QuotedOption[], quote: Quote, view: View): JsonText =>
    array(
      offers.map((offer) =>
        option.write(optionRecord({ offer, sold: undefined, location: quote.location }), view),
      ),
    );

  const sellerOf = (quote: Quote, view: View): JsonText | undefined => {
    const known = snapshot().seller(quote.location.sellerId);
    return known === undefined ? undefined : seller.write(known, plainOf(view));
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
        shuttle_times: onRequest(shuttleTimesSchema, shuttleTimes),
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
        purchase_options: options((quote, view) => sold(quote.purchaseOptions, quote, view)),
        on_demand_options: options(
          (quote, view) => quote.onDemandOptions && sold(quote.onDemandOptions, quote, view),
        ),
        non_bookable_options: options(
          (quote, view) => quote.nonBookableOptions && shown(quote.nonBookableOptions, quote, view),
        ),
      }),
    ],
    holds: [option.shows],
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
          quote.venue === undefined ? undefined : venue.write({ venue: quote.venue }, plainOf(view)),
      },
      seller: { isDefault: false, shows: seller.shows, write: sellerOf },
    },
  });
};
