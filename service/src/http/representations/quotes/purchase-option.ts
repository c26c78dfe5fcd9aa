import { Type } from 'typebox';
import { say, type Translated } from '../../../base/locale.js';
import type { JsonText } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import { purchasePath } from '../../../catalogue/site-paths.js';
import { byDefault, inV3_1 } from '../field.js';
import { flagSchema, moneySchema, textSchema, timestampSchema } from '../field-schemas.js';
import { array, flag, text } from '../json-text.js';
import { amenities, amenitiesSchema } from '../places/amenities.js';
import { createRepresentation, fieldSet, fixedBy, type Representation } from '../representation.js';
import type { TimeText } from '../time-text.js';
import { addOnsSchema, createAddOns } from './add-ons.js';
import { cancellableSchema, cancellableStatus } from './cancellable-status.js';
import type { OptionRecord } from './option-record.js';
import { feesSchema } from './price-text.js';
import {
  pricingSegments,
  segmentsSchema,
  segmentsSchemaInV3_1,
  spaceAvailability,
  spaceSchema,
} from './pricing-segments.js';
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
  const addOns = createAddOns();
  const earliest = ({ offer, location, stay }: OptionRecord): JsonText =>
    offer.price.minStart === offer.start ? stay.start : timeText(offer.price.minStart, location.timezone);
  const latest = ({ offer, location, stay }: OptionRecord): JsonText =>
    offer.price.maxEnd === offer.end ? stay.end : timeText(offer.price.maxEnd, location.timezone);

  return createRepresentation<OptionRecord>({
    kind: 'options',
    fields: [
      fieldSet<OptionRecord>({
        // Made of letters, digits, `-` and `_`: nothing to escape.
        id: byDefault(textSchema, ({ sold }) => (sold === undefined ? undefined : `"${sold.id}"`)),
        start_time: byDefault(timestampSchema, ({ stay }) => stay.start),
        end_time: byDefault(timestampSchema, ({ stay }) => stay.end),
        min_start: byDefault(timestampSchema, earliest),
        max_end: byDefault(timestampSchema, latest),
        base_price: byDefault(moneySchema, ({ prices }) => prices.base),
        price: byDefault(moneySchema, ({ prices }) => prices.total),
        fees: byDefault(feesSchema, ({ prices }, { locale }) => prices.fees[locale]),
        pricing_segments: inV3_1(
          segmentsSchemaInV3_1,
          byDefault(segmentsSchema, (record, view) => pricingSegments(record, timeText, view)),
        ),
        space_availability: byDefault(spaceSchema, ({ sold }) =>
          sold === undefined ? undefined : spaceAvailability(sold),
        ),
        cancellable_status: byDefault(cancellableSchema, ({ sold }, view) =>
          sold === undefined ? undefined : cancellableStatus(sold, view),
        ),
        add_ons: byDefault(addOnsSchema, ({ sold, stay }, view) =>
          sold === undefined ? undefined : addOns(sold.plan, stay, view),
        ),
        display: byDefault(displaySchema, ({ offer }) => `{"price":"${offer.plan.preferredDisplay}"}`),
        name: byDefault(textSchema, ({ offer }, { locale }) => text(say(offer.option.label, locale))),
        price_advisory: byDefault(textSchema, ({ offer }, { locale }) =>
          text(say(offer.option.priceAdvisory ?? noAdvisory, locale)),
        ),
      }),
      fixedBy<OptionRecord, Location>(({ location }) => location, {
        validation: byDefault(optionValidationSchema, optionValidation),
        disclaimers: byDefault(Type.Array(textSchema), ({ disclaimers }, { locale }) =>
          array(disclaimers.map((note) => text(say(note, locale)))),
        ),
        amenities: byDefault(amenitiesSchema, ({ amenities: enabled }, { locale }) =>
          amenities(enabled, locale),
        ),
        shuttle: byDefault(flagSchema, ({ amenities: enabled }) => flag(enabled.includes('shuttle'))),
        pickup_instructions: byDefault(textSchema, ({ pickupInstructions }, { locale }) =>
          text(say(pickupInstructions, locale)),
        ),
        dropoff_instructions: byDefault(textSchema, ({ dropoffInstructions }, { locale }) =>
          text(say(dropoffInstructions, locale)),
        ),
      }),
    ],
    links: ({ offer, sold, location, stay }, { curies }) => {
      if (sold === undefined) return `{"curies":${curies}}`;
      const asked = { start: localDigits(stay.start), end: localDigits(stay.end), event: offer.event };
      // A slug is letters, digits and hyphens: nothing to escape.
      return `{"site:purchase":{"href":"${purchasePath(location, asked)}"},"curies":${curies}}`;
    },
  });
};
