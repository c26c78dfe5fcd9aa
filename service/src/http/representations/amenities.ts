import { Type } from 'typebox';
import type { Locale } from '../../base/locale.js';
import type { JsonText } from '../../base/view.js';
import { type AmenityKey, amenityKeys } from '../../catalogue/location.js';
import { array, flag, object, text } from '../json-text.js';

const english: Readonly<Record<AmenityKey, string>> = {
  unobstructed: 'Unobstructed',
  tailgate: 'Tailgating allowed',
  reentry_allowed: 'Reentry allowed',
  attended: 'Attended',
  valet: 'Valet',
  restroom: 'Restroom',
  indoor: 'Covered',
  security: 'Security',
  handicap: 'Accessible',
  shuttle: 'Shuttle',
  vehicle_charging: 'Vehicle charging',
  has_gallery: 'Photos',
  lowest_price_guarantee: 'Lowest price guarantee',
  eticket: 'Mobile pass',
};

const french: Readonly<Record<AmenityKey, string>> = {
  unobstructed: 'Sans obstacle',
  tailgate: "Fêtes d'avant-match permises",
  reentry_allowed: 'Rentrée permise',
  attended: 'Avec préposé',
  valet: 'Voiturier',
  restroom: 'Toilettes',
  indoor: 'Couvert',
  security: 'Sécurité',
  handicap: 'Accessible',
  shuttle: 'Navette',
  vehicle_charging: 'Recharge de véhicules',
  has_gallery: 'Photos',
  lowest_price_guarantee: 'Meilleur prix garanti',
  eticket: 'Laissez-passer mobile',
};

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
        const name = text((locale === 'fr-CA' ? french : english)[key]);
        return object({ name, description: name, key: text(key), enabled: flag(true), visible: flag(true) });
      }),
  );
