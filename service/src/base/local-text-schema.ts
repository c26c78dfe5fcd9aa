import { type TSchema, Type } from 'typebox';
import { type LocalText, locales } from './locale.js';

/** The form of a `LocalText` whose every text has the form of `text`. A condition, so that a fault is that of the form meant. */
export const localTextSchema = (text: TSchema) =>
  Type.Unsafe<LocalText>({
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word.
    then: Type.Object(Object.fromEntries(locales.map((locale) => [locale, text])), {
      additionalProperties: false,
    }),
    else: text,
  });
