import { Type } from 'typebox';
import type { Translated } from '../../base/locale.js';
import type { JsonText, View } from '../../base/view.js';
import type { Location } from '../../catalogue/location.js';
import { purchasePath } from '../../catalogue/site-paths.js';
import type { RatePlan } from '../../pricing/rate-plan.js';
import type { PurchaseOption } from '../../quotes/quote.js';
import { amount, array, number, object, text } from '../json-text.js';
import { addOnsSchema, planAddOns } from './add-ons.js';
import { amenities, amenitiesSchema } from './amenities.js';
import { byDefault } from './field.js';
import { moneySchema, textSchema, timestampSchema } from './field-schemas.js';
import { createRepresentation, fieldSet, fixedBy, type Representation } from './representation.js';
import type { TimeText } from './time-text.js';
import { optionValidation, optionValidationSchema } from './validation.js';

/** A purchase option and where it is. */
export interface OfferRecord {
  readonly offer: PurchaseOption;
  readonly location: Location;
}

interface OfferDependencies {
  readonly timeText: TimeText;
}

const feeSchema = Type.Object({
  price: moneySchema,
  type: textSchema,
  label: textSchema,
  parent_category: textSchema,
  description: Type.Optional(textSchema),
});
const spaceSchema = Type.Object({
  status: Type.Enum(['available', 'limited', 'unavailable']),
  spaces_remaining: Type.Optional(Type.Integer({ minimum: 0 })),
});
const segmentSchema = Type.Object({
  id: Type.Integer(),
  start_time: timestampSchema,
  end_time: timestampSchema,
  event: Type.Object({ id: Type.Optional(Type.Integer()), name: Type.Optional(textSchema) }),
  space_availability: spaceSchema,
  pricing_type: Type.Enum(['TransientPricing', 'EventPricing']),
});
const cancellableSchema = Type.Object({
  cancellable_now: Type.Boolean(),
  code: textSchema,
  message: textSchema,
});
const displaySchema = Type.Object({ price: Type.Enum(['price', 'base_price']) });

const untilStart: Translated = {
  'en-US': 'Free cancellation until the start of the reservation',
  'en-CA': 'Free cancellation until the start of the reservation',
  'fr-CA': "Annulation gratuite jusqu'au début de la réservation",
};
const untilEarlier: Translated = {
  'en-US': 'Free cancellation until shortly before the reservation',
  'en-CA': 'Free cancellation until shortly before the reservation',
  'fr-CA': 'Annulation gratuite jusque peu avant la réservation',
};
const never: Translated = {
  'en-US': 'This reservation cannot be cancelled',
  'en-CA': 'This reservation cannot be cancelled',
  'fr-CA': 'Cette réservation ne peut pas être annulée',
};

const cancellationOf = (offer: PurchaseOption): readonly [code: string, message: Translated] => {
  if (offer.cancellableUntil === undefined) return ['not_cancellable', never];
  return offer.cancellableUntil === offer.start
    ? ['cancellable_until_start_time', untilStart]
    : ['cancellable_until_before_start_time', untilEarlier];
};

const cancellableStatus = (offer: PurchaseOption, { locale }: View): JsonText => {
  const [code, message] = cancellationOf(offer);
  return `{"cancellable_now":${offer.isCancellableNow},"code":"${code}","message":${JSON.stringify(message[locale])}}`;
};

const spaceAvailability = ({ space }: PurchaseOption): JsonText =>
  space.remaining === undefined
    ? `{"status":"${space.status}"}`
    : `{"status":"${space.status}","spaces_remaining":${space.remaining}}`;

const fees = ({ price }: PurchaseOption): JsonText => {
  let written = '';
  for (const fee of price.fees) {
    const label = JSON.stringify(fee.label);
    const description =
      fee.description === undefined ? '' : `,"description":${JSON.stringify(fee.description)}`;
    written += `${written === '' ? '' : ','}{"price":${amount(fee.price)},"type":${JSON.stringify(fee.type)},"label":${label},"parent_category":${label}${description}}`;
  }
  return `[${written}]`;
};

/** Digits of the local time, as a page's address takes them: without the quotes, the fraction and the zone. */
const localDigits = (timestamp: JsonText): string => timestamp.slice(1, 17);

/** What one can buy; its `id` is the later `quote_id`. What depends on the location alone is serialised once. */
export const createOfferRepresentation = ({ timeText }: OfferDependencies): Representation<OfferRecord> => {
  /** One segment covers the whole stay: the rate plans of the catalogue price a stay as one. */
  const segments = ({ offer, location }: OfferRecord): JsonText => {
    const { start, end, event } = offer;
    const zone = location.timezone;
    const shownEvent = event === undefined ? '{}' : object({ id: number(event.id), name: text(event.name) });
    return `[{"id":1,"start_time":${timeText(start, zone)},"end_time":${timeText(end, zone)},"event":${shownEvent},"space_availability":${spaceAvailability(offer)},"pricing_type":"${event === undefined ? 'TransientPricing' : 'EventPricing'}"}]`;
  };

  return createRepresentation<OfferRecord>({
    kind: 'options',
    fields: [
      fieldSet<OfferRecord>({
        id: byDefault(textSchema, ({ offer }) => text(offer.id)),
        start_time: byDefault(timestampSchema, ({ offer, location }) =>
          timeText(offer.start, location.timezone),
        ),
        end_time: byDefault(timestampSchema, ({ offer, location }) => timeText(offer.end, location.timezone)),
        min_start: byDefault(timestampSchema, ({ offer, location }) =>
          timeText(offer.price.minStart, location.timezone),
        ),
        max_end: byDefault(timestampSchema, ({ offer, location }) =>
          timeText(offer.price.maxEnd, location.timezone),
        ),
        base_price: byDefault(moneySchema, ({ offer }) => amount(offer.price.base)),
        price: byDefault(moneySchema, ({ offer }) => amount(offer.price.total)),
        fees: byDefault(Type.Array(feeSchema), ({ offer }) => fees(offer)),
        pricing_segments: byDefault(Type.Array(segmentSchema), segments),
        space_availability: byDefault(spaceSchema, ({ offer }) => spaceAvailability(offer)),
        cancellable_status: byDefault(cancellableSchema, ({ offer }, view) => cancellableStatus(offer, view)),
      }),
      fixedBy<OfferRecord, RatePlan>(({ offer }) => offer.plan, {
        display: byDefault(displaySchema, ({ preferredDisplay }) => `{"price":"${preferredDisplay}"}`),
        add_ons: byDefault(addOnsSchema, planAddOns),
      }),
      fixedBy<OfferRecord, Location>(({ location }) => location, {
        validation: byDefault(optionValidationSchema, optionValidation),
        disclaimers: byDefault(Type.Array(textSchema), ({ disclaimers }) => array(disclaimers.map(text))),
        amenities: byDefault(amenitiesSchema, ({ amenities: enabled }, { locale }) =>
          amenities(enabled, locale),
        ),
      }),
    ],
    links: ({ offer, location }, { curies }) => {
      const start = localDigits(timeText(offer.start, location.timezone));
      const end = localDigits(timeText(offer.end, location.timezone));
      return `{"site:purchase":{"href":${text(purchasePath(location, { start, end, event: offer.event }))}},"curies":${curies}}`;
    },
  });
};
