import { Type } from 'typebox';
import type { Translated } from '../../base/locale.js';
import type { JsonText } from '../../base/view.js';
import type { Location, ParkingOption } from '../../catalogue/location.js';
import { purchasePath } from '../../catalogue/site-paths.js';
import type { RatePlan } from '../../pricing/rate-plan.js';
import { amount, array, flag, text } from '../json-text.js';
import { addOns, addOnsSchema } from './add-ons.js';
import { amenities, amenitiesSchema } from './amenities.js';
import { cancellableSchema, cancellableStatus } from './cancellable-status.js';
import { byDefault } from './field.js';
import { flagSchema, moneySchema, textSchema, timestampSchema } from './field-schemas.js';
import { feesSchema, optionFees } from './option-fees.js';
import type { OptionRecord } from './option-record.js';
import { pricingSegments, segmentsSchema, spaceAvailability, spaceSchema } from './pricing-segments.js';
import { createRepresentation, fieldSet, fixedBy, type Representation } from './representation.js';
import type { TimeText } from './time-text.js';
import { optionValidation, optionValidationSchema } from './validation.js';

interface OptionDependencies {
  readonly timeText: TimeText;
}

const displaySchema = Type.Object({ price: Type.Enum(['price', 'base_price']) });

/** What clients are used to find where there is nothing to remark. */
const noAdvisory: Translated = { 'en-US': 'None', 'en-CA': 'None', 'fr-CA': 'None' };

/** Digits of the local time, as a page's address takes them: without the quotes, the fraction and the zone. */
const localDigits = (timestamp: JsonText): string => timestamp.slice(1, 17);

/**
 * Options of a quote, sold or only shown: `options` in `fields` stands for all of them (spec, Purchase option). The `id` of one that is sold
 * is the later `quote_id`. What depends on the location or the plan alone is serialised once.
 */
export const createOptionRepresentation = ({
  timeText,
}: OptionDependencies): Representation<OptionRecord> => {
  const at = (instant: number, { location }: OptionRecord): JsonText => timeText(instant, location.timezone);

  return createRepresentation<OptionRecord>({
    kind: 'options',
    fields: [
      fieldSet<OptionRecord>({
        id: byDefault(textSchema, ({ sold }) => (sold === undefined ? undefined : text(sold.id))),
        start_time: byDefault(timestampSchema, (record) => at(record.offer.start, record)),
        end_time: byDefault(timestampSchema, (record) => at(record.offer.end, record)),
        min_start: byDefault(timestampSchema, (record) => at(record.offer.price.minStart, record)),
        max_end: byDefault(timestampSchema, (record) => at(record.offer.price.maxEnd, record)),
        base_price: byDefault(moneySchema, ({ offer }) => amount(offer.price.base)),
        price: byDefault(moneySchema, ({ offer }) => amount(offer.price.total)),
        fees: byDefault(feesSchema, ({ offer }) => optionFees(offer.price)),
        pricing_segments: byDefault(segmentsSchema, (record) => pricingSegments(record, timeText)),
        space_availability: byDefault(spaceSchema, ({ sold }) =>
          sold === undefined ? undefined : spaceAvailability(sold),
        ),
        cancellable_status: byDefault(cancellableSchema, ({ sold }, view) =>
          sold === undefined ? undefined : cancellableStatus(sold, view),
        ),
        add_ons: byDefault(addOnsSchema, (record, view) => {
          const { sold } = record;
          if (sold === undefined) return undefined;
          return addOns(sold, { start: at(sold.start, record), end: at(sold.end, record) }, view);
        }),
      }),
      fixedBy<OptionRecord, RatePlan>(({ offer }) => offer.plan, {
        display: byDefault(displaySchema, ({ preferredDisplay }) => `{"price":"${preferredDisplay}"}`),
      }),
      fixedBy<OptionRecord, ParkingOption>(({ offer }) => offer.option, {
        name: byDefault(textSchema, ({ label }, { locale }) => text(label?.[locale])),
        price_advisory: byDefault(textSchema, ({ priceAdvisory = noAdvisory }, { locale }) =>
          text(priceAdvisory[locale]),
        ),
      }),
      fixedBy<OptionRecord, Location>(({ location }) => location, {
        validation: byDefault(optionValidationSchema, optionValidation),
        disclaimers: byDefault(Type.Array(textSchema), ({ disclaimers }) => array(disclaimers.map(text))),
        amenities: byDefault(amenitiesSchema, ({ amenities: enabled }, { locale }) =>
          amenities(enabled, locale),
        ),
        shuttle: byDefault(flagSchema, ({ amenities: enabled }) => flag(enabled.includes('shuttle'))),
        pickup_instructions: byDefault(textSchema, ({ pickupInstructions }, { locale }) =>
          text(pickupInstructions?.[locale]),
        ),
        dropoff_instructions: byDefault(textSchema, ({ dropoffInstructions }, { locale }) =>
          text(dropoffInstructions?.[locale]),
        ),
      }),
    ],
    links: (record, { curies }) => {
      const { offer, sold, location } = record;
      if (sold === undefined) return `{"curies":${curies}}`;
      const [start, end] = [localDigits(at(offer.start, record)), localDigits(at(offer.end, record))];
      return `{"site:purchase":{"href":${text(purchasePath(location, { start, end, event: offer.event }))}},"curies":${curies}}`;
    },
  });
};
