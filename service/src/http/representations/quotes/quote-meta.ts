import { Type } from 'typebox';
import type { JsonText } from '../../../base/view.js';
import { formatInZone } from '../../../base/zoned-time.js';
import type { QuoteSearchResult } from '../../../quotes/quote.js';
import { coordinatesSchema, timestampSchema } from '../field-schemas.js';
import { number, object, text } from '../json-text.js';

/** The `meta` of an enveloped search: what was searched for, in the destination's zone. */
export const searchMeta = ({ start, end, center, timezone, count }: QuoteSearchResult['meta']): JsonText => {
  const zone = timezone ?? 'UTC';
  return object({
    start_time: start === undefined ? undefined : text(formatInZone(start, zone)),
    end_time: end === undefined ? undefined : text(formatInZone(end, zone)),
    coordinates: center === undefined ? undefined : `[${center[0]},${center[1]}]`,
    count: object({ transient: number(count.transient), event: number(count.event) }),
  });
};

export const searchMetaSchema = Type.Object({
  start_time: Type.Optional(timestampSchema),
  end_time: Type.Optional(timestampSchema),
  coordinates: Type.Optional(coordinatesSchema),
  count: Type.Object({ transient: Type.Integer(), event: Type.Integer() }),
});
