import { Type } from 'typebox';

/** An optional text of a request; what stands in it is read by the row. */
export const textParameter = (description: string) =>
  Type.Optional(Type.String({ maxLength: 2000, description }));
