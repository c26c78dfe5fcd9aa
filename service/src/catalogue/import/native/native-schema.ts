import { type Static, Type } from 'typebox';
import { nativeLocationSchema } from './native-location-schema.js';
import { address, closed, coordinates, key, line, name, text } from './native-schema-parts.js';

const venue = closed({
  key,
  name,
  address,
  coordinates: closed(coordinates),
  timezone: Type.Optional(line),
  enhancedAirport: Type.Optional(Type.Boolean()),
});

const timing = {
  key,
  venue: key,
  name,
  durationMinutes: Type.Integer({ minimum: 1, maximum: 44_640 }),
  timesTbd: Type.Optional(Type.Boolean()),
};

const partner = Type.String({ minLength: 1, maxLength: 100 });

const event = closed({
  ...timing,
  /** YYYY-MM-DDTHH:MM on the venue's clock. */
  start: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }),
  partnerEventId: Type.Optional(line),
  partnerEvents: Type.Optional(
    Type.Array(closed({ partner, partnerEventId: Type.String({ minLength: 1, maxLength: 200 }) }), {
      maxItems: 20,
    }),
  ),
});

const eventRule = closed({
  ...timing,
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  weeks: Type.Integer({ minimum: 1, maximum: 104 }),
  partnerEventPrefix: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  partnerEvents: Type.Optional(
    Type.Array(closed({ partner, prefix: Type.String({ minLength: 1, maxLength: 60 }) }), { maxItems: 20 }),
  ),
});

const review = closed({
  key,
  location: key,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  author: Type.String({ minLength: 1, maxLength: 60 }),
  comment: Type.Optional(text),
  /** YYYY-MM-DDTHH:MM, with an offset or on the location's clock. */
  createdAt: line,
  reply: Type.Optional(text),
});

/** Our own format of a catalogue; see docs/import.md. Rate plans are checked by the pricing capability. */
export const nativeSchema = closed({
  format: Type.Literal('parking-catalogue'),
  version: Type.Literal(1),
  about: Type.Optional(text),
  sellers: Type.Array(closed({ key, name })),
  ratePlans: Type.Array(Type.Unknown()),
  locations: Type.Array(nativeLocationSchema),
  venues: Type.Array(venue),
  events: Type.Array(event),
  eventRules: Type.Array(eventRule),
  reviews: Type.Optional(Type.Array(review)),
});

export type NativeCatalogue = Static<typeof nativeSchema>;
export type NativeLocation = Static<typeof nativeLocationSchema>;
export type NativeVenue = Static<typeof venue>;
export type NativeEvent = Static<typeof event>;
export type NativeEventRule = Static<typeof eventRule>;
export type NativeReview = Static<typeof review>;
