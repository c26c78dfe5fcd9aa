import { Type } from 'typebox';
import { currencies } from '../../../base/money.js';
import { amenityKeys, saleKinds } from '../../location.js';
import { address, closed, coordinates, key, line, localText, name } from './native-schema-parts.js';

const option = closed({
  key: Type.String({ minLength: 1, maxLength: 60 }),
  pool: Type.String({ minLength: 1, maxLength: 60 }),
  capacity: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  ratePlan: Type.String({ minLength: 1, maxLength: 100 }),
  sale: Type.Optional(Type.Enum([...saleKinds])),
  label: Type.Optional(localText),
  purchaseLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  priceAdvisory: Type.Optional(localText),
  accessCode: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
});

const validation = closed({
  requiresLicensePlate: Type.Boolean(),
  requiresPrintout: Type.Boolean(),
  displayMessage: localText,
  steps: Type.Array(closed({ instructions: localText, iconPath: line }), { maxItems: 20 }),
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
  label: localText,
  priceMinor: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  fromMinutes: Type.Optional(minutes),
  toMinutes: Type.Optional(minutes),
  text: Type.Optional(localText),
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
  alt: Type.Optional(localText),
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

/** A place to park, as a native file says it. */
export const nativeLocationSchema = closed({
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
  disclaimers: Type.Optional(Type.Array(localText, { maxItems: 20 })),
  validation: Type.Optional(validation),
  description: Type.Optional(localText),
  directions: Type.Optional(localText),
  pickupInstructions: Type.Optional(localText),
  dropoffInstructions: Type.Optional(localText),
  phone: Type.Optional(line),
  outline: Type.Optional(outline),
  hours: Type.Optional(localText),
  operatingHours: Type.Optional(operatingHours),
  nonBookableRates: Type.Optional(Type.Array(postedRate, { maxItems: 50 })),
  photos: Type.Optional(Type.Array(photo, { maxItems: 50 })),
  msa: Type.Optional(line),
  displaysSellerLogo: Type.Optional(Type.Boolean()),
  otherSiteUrl: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s"<>]+$' })),
  shuttleTimes: Type.Optional(Type.Array(shuttleTime, { maxItems: 50 })),
});
