import type { Locale } from '../../../base/locale.js';
import type { AmenityKey } from '../../../catalogue/location.js';

const english: Readonly<Record<AmenityKey, string>> = {
  unobstructed: 'No other car blocks yours: leave whenever you like.',
  tailgate: 'You may gather beside your car before the event.',
  reentry_allowed: 'Leave and come back as often as you like during your stay.',
  attended: 'Somebody is there to help.',
  valet: 'An attendant parks your car.',
  restroom: 'There is a restroom.',
  indoor: 'Your car stands under a roof.',
  security: 'The place is watched over.',
  handicap: 'There are accessible spaces.',
  shuttle: 'A shuttle takes you there and back.',
  vehicle_charging: 'Electric vehicles can be charged.',
  has_gallery: 'There are photos of the place.',
  lowest_price_guarantee: 'Nobody sells this space for less.',
  eticket: 'Show the pass on your phone; nothing to print.',
};

const french: Readonly<Record<AmenityKey, string>> = {
  unobstructed: 'Aucune autre voiture ne bloque la vôtre : partez quand vous voulez.',
  tailgate: "Vous pouvez vous réunir près de votre voiture avant l'événement.",
  reentry_allowed: 'Sortez et revenez autant que vous voulez pendant votre séjour.',
  attended: "Quelqu'un est sur place pour vous aider.",
  valet: 'Un préposé gare votre voiture.',
  restroom: 'Il y a des toilettes.',
  indoor: 'Votre voiture est à couvert.',
  security: 'Le stationnement est surveillé.',
  handicap: 'Il y a des places accessibles.',
  shuttle: 'Une navette vous conduit et vous ramène.',
  vehicle_charging: 'On peut recharger un véhicule électrique.',
  has_gallery: 'Il y a des photos du stationnement.',
  lowest_price_guarantee: 'Personne ne vend cette place à moindre prix.',
  eticket: 'Montrez le laissez-passer sur votre téléphone; rien à imprimer.',
};

/** What an amenity means, in one sentence. */
export const amenityDescription = (key: AmenityKey, locale: Locale): string =>
  (locale === 'fr-CA' ? french : english)[key];
