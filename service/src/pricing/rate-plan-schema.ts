import Type from 'typebox';
import { localTextSchema } from '../base/local-text-schema.js';
import { currencies } from '../base/money.js';
import { vehicleKinds } from './rate-plan.js';

const closed = { additionalProperties: false };
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const localText = (maxLength: number) => localTextSchema(text(maxLength));
/** A million of the larger unit: so bounded, no sum or share of them leaves the exact integers. */
const minor = Type.Integer({ minimum: 0, maximum: 100_000_000 });
const minutes = (minimum: number) => Type.Integer({ minimum, maximum: 5_270_400 });
const minuteOfDay = Type.Integer({ minimum: 0, maximum: 1440 });
const basisPoints = Type.Integer({ minimum: 0, maximum: 100_000 });
const optional = Type.Optional;

const dayWindow = Type.Object(
  {
    fromMinute: minuteOfDay,
    toMinute: minuteOfDay,
    weekdays: optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
    ),
  },
  closed,
);

const tier = Type.Object({ upToMinutes: minutes(1), priceMinor: minor }, closed);

const duration = Type.Object(
  {
    tiers: Type.Array(tier, { maxItems: 200 }),
    continuation: optional(Type.Object({ everyMinutes: minutes(1), priceMinor: minor }, closed)),
  },
  closed,
);

const flatWindow = Type.Object({ window: dayWindow, priceMinor: minor }, closed);

const eventRate = Type.Object(
  {
    priceMinor: minor,
    opensMinutesBefore: minutes(0),
    closesMinutesAfter: minutes(0),
    maximumMeters: optional(Type.Number({ minimum: 0, maximum: 200_000 })),
  },
  closed,
);

const fee = Type.Object(
  {
    type: text(100),
    label: localText(200),
    description: optional(localText(1000)),
    parentCategory: optional(localText(200)),
    basisPoints: optional(basisPoints),
    amountMinor: optional(minor),
    isAlways: optional(Type.Boolean()),
  },
  closed,
);

const tax = Type.Object({ label: localText(200), basisPoints, isIncluded: Type.Boolean() }, closed);

const pixels = Type.Integer({ minimum: 1, maximum: 10_000 });
const icon = Type.Object(
  {
    position: Type.Integer({ minimum: 0, maximum: 1000 }),
    url: Type.String({ pattern: '^(/|https://)', maxLength: 500 }),
    width: pixels,
    height: pixels,
  },
  closed,
);

const addOn = {
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  name: localText(200),
  description: optional(localText(1000)),
  priceMinor: minor,
  icon: optional(icon),
  isAvailable: Type.Boolean(),
};
const generalAddOn = Type.Object(addOn, closed);
const vehicleSize = Type.Object(
  {
    ...addOn,
    items: optional(
      Type.Array(Type.Enum([...vehicleKinds]), { maxItems: vehicleKinds.length, uniqueItems: true }),
    ),
  },
  closed,
);

const cancellation = Type.Object(
  {
    kind: Type.Enum(['until_start', 'until_before', 'never']),
    minutesBefore: optional(minutes(0)),
  },
  closed,
);

/** The form of a rate plan as it is imported; what a schema cannot say is in `rate-plan-check.ts`. */
export const ratePlanSchema = Type.Object(
  {
    id: text(200),
    currency: Type.Enum([...currencies]),
    duration: optional(duration),
    dailyMaximumMinor: optional(minor),
    flatWindows: optional(Type.Array(flatWindow, { maxItems: 200 })),
    event: optional(eventRate),
    fees: Type.Array(fee, { maxItems: 50 }),
    taxes: Type.Array(tax, { maxItems: 50 }),
    vehicleSizes: optional(Type.Array(vehicleSize, { maxItems: 50 })),
    generalAddOns: optional(Type.Array(generalAddOn, { maxItems: 50 })),
    cancellation,
    preferredDisplay: Type.Enum(['price', 'base_price']),
    minimumMinutes: optional(minutes(1)),
    maximumMinutes: optional(minutes(1)),
  },
  closed,
);
