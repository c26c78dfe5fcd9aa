import { type TSchema, Type } from 'typebox';
import { localTextSchema } from '../../../base/local-text-schema.js';

export const closed = <Shape extends Record<string, TSchema>>(shape: Shape) =>
  Type.Object(shape, { additionalProperties: false });

export const key = Type.String({ minLength: 1, maxLength: 300 });
export const name = Type.String({ minLength: 1, maxLength: 200 });
export const line = Type.String({ maxLength: 200 });
export const text = Type.String({ maxLength: 5000 });
export const localText = localTextSchema(text);
export const coordinates = {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
};

export const address = closed({
  address1: line,
  address2: Type.Optional(line),
  city: line,
  state: Type.Optional(line),
  postalCode: Type.Optional(line),
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
});
