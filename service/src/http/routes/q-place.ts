import type { Coordinates } from '../../catalogue/location.js';
import type { Bounds } from '../../catalogue/snapshot.js';
import { metersBetween } from '../../catalogue/spatial-index.js';
import { readBounds, readCoordinates, readNumber } from '../../quotes/q-values.js';
import { qFault } from './q-items.js';

export const metersPerMile = 1609.344;
const widestMiles = 100;

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** `lat,lon`, with or without brackets. Throws `Problem`. */
export const readCenter = (text: string | undefined): Coordinates | undefined => {
  if (text === undefined) return undefined;
  const center = readCoordinates(withoutBlanks(text));
  if (center === undefined) throw qFault('not coordinates: latitude,longitude');
  return center;
};

/** A distance in miles as meters. Throws `Problem`. */
export const readRadius = (text: string | undefined, defaultMiles: number): number => {
  const miles = text === undefined ? defaultMiles : readNumber(text);
  if (miles === undefined || miles <= 0 || miles > widestMiles)
    throw qFault(`not a distance above 0, up to ${widestMiles} miles`);
  return miles * metersPerMile;
};

/** Held to about the size of the widest circle, as in a search for quotes. Throws `Problem`. */
export const readBox = (text: string | undefined): Bounds | undefined => {
  if (text === undefined) return undefined;
  const box = readBounds(withoutBlanks(text));
  if (box === undefined) throw qFault('not bounds: 4 or 8 numbers');
  const diagonal = metersBetween({ lat: box.south, lon: box.west }, { lat: box.north, lon: box.east });
  if (diagonal > 4 * widestMiles * metersPerMile) throw qFault('the bounds are too wide');
  return box;
};
