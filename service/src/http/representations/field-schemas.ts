import { type TSchema, Type } from 'typebox';
import { currencies } from '../../base/money.js';
import type { Shows } from '../../base/shows.js';

/** Schemas that fields of several records share. */
export const textSchema = Type.String();
export const flagSchema = Type.Boolean();
/** Exact in JSON, and beyond 32 bits: generators make a plain integer an `int`. */
export const idSchema = Type.Integer({ minimum: 0, format: 'int64' });
export const addressSchema = Type.String({ description: 'An absolute address.' });

/** Decision 20: milliseconds and an offset, never `Z`. */
export const timestampSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{2}:\\d{2}$',
  description: 'ISO 8601 with milliseconds and offset, in the zone of the destination.',
});

/** One currency and its amount as decimal text. */
export const moneySchema = Type.Object(
  Object.fromEntries(
    currencies.map((currency) => [currency, Type.Optional(Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' }))]),
  ),
  { minProperties: 1, maxProperties: 1 },
);

/** [latitude, longitude]. */
export const coordinatesSchema = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

export const listOf = (schema: TSchema): TSchema => Type.Array(schema);

/** Where the schema of a kind of record stands in the description of the API. */
export const recordSchema = ({ kind }: Pick<Shows, 'kind'>): TSchema =>
  Type.Unsafe({ $ref: `#/components/schemas/${kind}` });
