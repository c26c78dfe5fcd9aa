import { Type } from 'typebox';
import type { JsonText, View } from '../../../base/view.js';
import type { VenueEvent } from '../../../catalogue/venue.js';
import type { PurchaseOption } from '../../../quotes/quote.js';
import { idSchema, timestampSchema } from '../field-schemas.js';
import { number, object, text } from '../json-text.js';
import type { TimeText } from '../time-text.js';
import type { OptionRecord } from './option-record.js';

export const spaceSchema = Type.Object({
  status: Type.Enum(['available', 'limited', 'unavailable']),
  spaces_remaining: Type.Optional(Type.Integer({ minimum: 0 })),
});

const plainSegment = {
  id: idSchema,
  start_time: timestampSchema,
  end_time: timestampSchema,
  space_availability: Type.Optional(spaceSchema),
  pricing_type: Type.Enum(['TransientPricing', 'EventPricing']),
  purchase_limit: Type.Optional(Type.Integer({ minimum: 1 })),
} as const;

export const segmentsSchema = Type.Array(
  Type.Object({
    ...plainSegment,
    event: Type.Object({
      id: Type.Optional(idSchema),
      name: Type.Optional(Type.String()),
      venue_id: Type.Optional(idSchema),
    }),
  }),
);

/** Before v4 the event stood in fields of the segment itself (spec, Versioning 3). */
export const segmentsSchemaInV3_1 = Type.Array(
  Type.Object({
    ...plainSegment,
    event_property_id: Type.Union([idSchema, Type.Null()]),
    event_property_name: Type.Union([Type.String(), Type.Null()]),
  }),
);

export const spaceAvailability = ({ space }: PurchaseOption): JsonText =>
  space.remaining === undefined
    ? `{"status":"${space.status}"}`
    : `{"status":"${space.status}","spaces_remaining":${space.remaining}}`;

/** A location has at most 50 options, and a stay at most 367 begun days. */
const optionsPerLocation = 50;
const partsPerOption = 400;

/** The same for the same part of the same option in every search, and for no other. */
const segmentId = ({ location, offer }: OptionRecord, part: number): number => {
  const option = location.id * optionsPerLocation + Math.max(0, location.options.indexOf(offer.option));
  return option * partsPerOption + part + 1;
};

const eventMembers = (event: VenueEvent | undefined, { version }: View): JsonText => {
  if (version === 'v3_1')
    return `"event_property_id":${number(event?.id)},"event_property_name":${text(event?.name)}`;
  if (event === undefined) return '"event":{}';
  return `"event":${object({ id: number(event.id), name: text(event.name), venue_id: number(event.venueId) })}`;
};

/** A page of stays of a year, told day by day, would be 7 MB that anybody could ask for again and again. */
const mostParts = 62;

/** The parts of a stay that are priced by themselves; most stays have one, and one that has very many is told as a whole. */
export const pricingSegments = (record: OptionRecord, timeText: TimeText, view: View): JsonText => {
  const { offer, sold, location, stay } = record;
  const { rule, parts } = offer.price;
  const limit = offer.option.purchaseLimit;
  const space = sold === undefined ? '' : `"space_availability":${spaceAvailability(sold)},`;
  const limited = limit === undefined ? '' : `,"purchase_limit":${limit}`;
  const rest = `${eventMembers(offer.event, view)},${space}"pricing_type":"${rule === 'event' ? 'EventPricing' : 'TransientPricing'}"${limited}}`;
  if (parts.length === 1 || parts.length > mostParts)
    return `[{"id":${segmentId(record, 0)},"start_time":${stay.start},"end_time":${stay.end},${rest}]`;
  let written = '';
  for (const [index, { start, end }] of parts.entries()) {
    const times = `"start_time":${timeText(start, location.timezone)},"end_time":${timeText(end, location.timezone)}`;
    written += `${index === 0 ? '' : ','}{"id":${segmentId(record, index)},${times},${rest}`;
  }
  return `[${written}]`;
};
