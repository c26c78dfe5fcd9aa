import { type Static, type TSchema, Type } from 'typebox';
import { currencies } from '../../base/money.js';
import { amenityKeys, saleKinds } from '../location.js';

const closed = <Shape extends Record<string, TSchema>>(shape: Shape) =>
  Type.Object(shape, { additionalProperties: false });

const key = Type.String({ minLength: 1, maxLength: 300 });
const name = Type.String({ minLength: 1, maxLength: 200 });
const line = Type.String({ maxLength: 200 });
const text = Type.String({ maxLength: 5000 });
const translated = closed({ 'en-US': text, 'en-CA': text, 'fr-CA': text });
const coordinates = {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
};

const address = closed({
  address1: line,
  address2: Type.Optional(line),
  city: line,
  state: Type.Optional(line),
  postalCode: Type.Optional(line),
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
});

const option = closed({
  key: Type.String({ minLength: 1, maxLength: 60 }),
  pool: Type.String({ minLength: 1, maxLength: 60 }),
  capacity: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  ratePlan: Type.String({ minLength: 1, maxLength: 100 }),
  sale: Type.Optional(Type.Enum([...saleKinds])),
  label: Type.Optional(translated),
  purchaseLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  priceAdvisory: Type.Optional(translated),
  accessCode: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
});

const validation = closed({
  requiresLicensePlate: Type.Boolean(),
  requiresPrintout: Type.Boolean(),
  displayMessage: text,
  steps: Type.Array(closed({ instructions: text, iconPath: line }), { maxItems: 20 }),
  scanCode: Type.Enum(['required', 'optional', 'hidden']),
});

const position = Type.Tuple([Type.Number(), Type.Number()]);
const outline = closed({
  type: Type.Literal('MultiPolygon'),
  coordinates: Type.Array(Type.Array(Type.Array(position))),
});

const span = {
  /** ISO: 1 is Monday. */
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
  from: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  /** At or before `from` it is on the next day. */
  to: Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' }),
};
const operatingHours = Type.Union([
  closed({ alwaysOpen: Type.Literal(true) }),
  closed({ intervals: Type.Array(closed(span), { maxItems: 50 }) }),
]);
const shuttleTime = closed({ ...span, everyMinutes: Type.Integer({ minimum: 1, maximum: 1440 }) });

const minutes = Type.Integer({ minimum: 0, maximum: 527_040 });
const postedRate = closed({
  label: translated,
  priceMinor: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  fromMinutes: Type.Optional(minutes),
  toMinutes: Type.Optional(minutes),
  text: Type.Optional(translated),
});

const pixels = Type.Integer({ minimum: 1, maximum: 100_000 });
const photoFile = closed({
  /** An address of its own, or a path of the site; nothing that a page would run. */
  url: Type.String({ maxLength: 2000, pattern: '^(https?://[^\\s"<>]+|/[^/\\s"<>][^\\s"<>]*)$' }),
  width: pixels,
  height: pixels,
});
const smaller = Type.Optional(photoFile);
const photo = closed({
  alt: Type.Optional(translated),
  sizes: closed({
    original: photoFile,
    logo: smaller,
    gallery: smaller,
    gallery_thumb: smaller,
    venue_gallery: smaller,
    search_thumb: smaller,
    res_ticket: smaller,
    hub_frontpage: smaller,
  }),
});

const inches = Type.Optional(Type.Number({ minimum: 1, maximum: 1000 }));
const entrance = closed({
  ...coordinates,
  maxHeightInches: Type.Optional(Type.Number({ minimum: 0 })),
  maxWidthInches: inches,
  maxLengthInches: inches,
});

const location = closed({
  key,
  name,
  type: Type.Optional(Type.Enum(['offstreet', 'on_street'])),
  structure: Type.Optional(Type.Enum(['garage', 'underground_garage', 'surface_lot'])),
  address,
  coordinates: closed(coordinates),
  entrances: Type.Optional(Type.Array(entrance, { maxItems: 50 })),
  timezone: Type.Optional(line),
  currency: Type.Optional(Type.Enum(currencies)),
  seller: key,
  capacity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  options: Type.Array(option, { maxItems: 50 }),
  amenities: Type.Optional(Type.Array(Type.Enum(amenityKeys))),
  disclaimers: Type.Optional(Type.Array(text, { maxItems: 20 })),
  validation: Type.Optional(validation),
  description: Type.Optional(translated),
  directions: Type.Optional(translated),
  pickupInstructions: Type.Optional(translated),
  dropoffInstructions: Type.Optional(translated),
  phone: Type.Optional(line),
  outline: Type.Optional(outline),
  hours: Type.Optional(translated),
  operatingHours: Type.Optional(operatingHours),
  nonBookableRates: Type.Optional(Type.Array(postedRate, { maxItems: 50 })),
  photos: Type.Optional(Type.Array(photo, { maxItems: 50 })),
  msa: Type.Optional(line),
  displaysSellerLogo: Type.Optional(Type.Boolean()),
  otherSiteUrl: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s"<>]+$' })),
  shuttleTimes: Type.Optional(Type.Array(shuttleTime, { maxItems: 50 })),
});

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
  locations: Type.Array(location),
  venues: Type.Array(venue),
  events: Type.Array(event),
  eventRules: Type.Array(eventRule),
  reviews: Type.Optional(Type.Array(review)),
});

export type NativeCatalogue = Static<typeof nativeSchema>;
export type NativeLocation = Static<typeof location>;
export type NativeVenue = Static<typeof venue>;
export type NativeEvent = Static<typeof event>;
export type NativeEventRule = Static<typeof eventRule>;
export type NativeReview = Static<typeof review>;
