import { metersPerMile } from '../../base/miles.js';
import type { Coordinates } from '../../catalogue/location.js';
import type { Bounds } from '../../catalogue/snapshot.js';
import { readBounds, readCoordinates, readMiles } from '../../quotes/query/q-values.js';
import { qFault } from './q-items.js';

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** `lat,lon`, with or without brackets. Throws `Problem`. */
export const readCenter = (text: string | undefined): Coordinates | undefined => {
  if (text === undefined) return undefined;
  const center = readCoordinates(withoutBlanks(text));
  if (center === undefined) throw qFault('not coordinates: latitude,longitude');
  return center;
};

/** A distance in miles as meters; the default is in miles too. Throws `Problem`. */
export const readRadius = (text: string | undefined, defaultMiles: number): number => {
  if (text === undefined) return defaultMiles * metersPerMile;
  const meters = readMiles(text);
  if (meters === undefined) throw qFault('not a distance above 0, up to 100 miles');
  return meters;
};

/** Held to about the size of the widest circle, as in a search for quotes. Throws `Problem`. */
export const readBox = (text: string | undefined): Bounds | undefined => {
  if (text === undefined) return undefined;
  const box = readBounds(withoutBlanks(text));
  if (box === undefined) throw qFault('not bounds: 4 or 8 numbers, not too far apart');
  return box;
};
