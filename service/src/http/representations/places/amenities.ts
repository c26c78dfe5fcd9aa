import { Type } from 'typebox';
import type { Locale } from '../../../base/locale.js';
import type { JsonText } from '../../../base/view.js';
import { amenityName } from '../../../catalogue/amenity-name.js';
import { type AmenityKey, amenityKeys } from '../../../catalogue/location.js';
import { array, flag, object, text } from '../json-text.js';
import { amenityDescription } from './amenity-descriptions.js';

export const amenitiesSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    key: Type.String(),
    enabled: Type.Boolean(),
    visible: Type.Boolean(),
  }),
);

/** The amenities that a place has. */
export const amenities = (enabled: readonly AmenityKey[], locale: Locale): JsonText =>
  array(
    amenityKeys
      .filter((key) => enabled.includes(key))
      .map((key) => {
        const [name, description] = [amenityName(key, locale), amenityDescription(key, locale)];
        return object({
          name: text(name),
          description: text(description),
          key: text(key),
          enabled: flag(true),
          visible: flag(true),
        });
      }),
  );
