import type { Locale } from '../base/locale.js';
import type { AmenityKey } from './location.js';

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
  reentry_allowed: 'Sorties et retours permis',
  attended: 'Avec préposé',
  valet: 'Service de voiturier',
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

/** What people call an amenity. */
export const amenityName = (key: AmenityKey, locale: Locale): string =>
  (locale === 'fr-CA' ? french : english)[key];
