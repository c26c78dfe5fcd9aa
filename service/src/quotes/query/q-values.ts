import { metersPerMile } from '../../base/miles.js';
import type { Coordinates } from '../../catalogue/location.js';
import type { Bounds } from '../../catalogue/snapshot.js';
import { metersBetween } from '../../catalogue/spatial-index.js';

/** No part of it can match the same digits twice, so it is linear whatever is sent. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;
const integer = /^\d{1,15}$/;
const mostIds = 100;

/** A finite decimal number, `.5` included; `undefined` for anything else. */
const readNumber = (text: string): number | undefined => {
  if (text.length > 32 || !decimal.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
};

/** A whole number of at most 15 digits, so that it is exact. */
export const readId = (text: string): number | undefined => (integer.test(text) ? Number(text) : undefined);

/** Takes off the brackets of a pair, of each pair in a list, and of the list. */
const withoutBrackets = (text: string): string => {
  if (!text.startsWith('[') || !text.endsWith(']')) return text;
  const inner = text.replaceAll('],[', ',').slice(1, -1);
  return inner.startsWith('[') && inner.endsWith(']') ? inner.slice(1, -1) : inner;
};

const readNumbers = (text: string): readonly number[] | undefined => {
  const numbers = withoutBrackets(text).split(',').map(readNumber);
  const known = numbers.filter((value) => value !== undefined);
  return known.length === numbers.length ? known : undefined;
};

/** Ids one after the other; `undefined` where one is none, or for more than a hundred. */
export const readIds = (texts: readonly string[]): readonly number[] | undefined => {
  const ids = texts.map(readId).filter((id) => id !== undefined);
  return ids.length === texts.length && ids.length <= mostIds ? ids : undefined;
};

const widestMiles = 100;

/** A distance in miles, above 0 and up to a hundred, as meters. */
export const readMiles = (text: string): number | undefined => {
  const miles = readNumber(text);
  return miles !== undefined && miles > 0 && miles <= widestMiles ? miles * metersPerMile : undefined;
};

const isOnEarth = ({ lat, lon }: Coordinates): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** `lat,lon` with or without brackets. */
export const readCoordinates = (text: string): Coordinates | undefined => {
  const [lat, lon, ...more] = readNumbers(text) ?? [];
  if (lat === undefined || lon === undefined || more.length > 0) return undefined;
  return isOnEarth({ lat, lon }) ? { lat, lon } : undefined;
};

/** A box is held to about the size of the widest circle: its diagonal is at most two of its diameters. */
const isTooWide = ({ south, west, north, east }: Bounds): boolean =>
  metersBetween({ lat: south, lon: west }, { lat: north, lon: east }) > 4 * widestMiles * metersPerMile;

/** Two opposite corners or all four, in any order. */
export const readBounds = (text: string): Bounds | undefined => {
  const numbers = readNumbers(text) ?? [];
  if (numbers.length !== 4 && numbers.length !== 8) return undefined;
  const lats = numbers.filter((_, index) => index % 2 === 0);
  const lons = numbers.filter((_, index) => index % 2 === 1);
  const bounds = {
    south: Math.min(...lats),
    north: Math.max(...lats),
    west: Math.min(...lons),
    east: Math.max(...lons),
  };
  const corners = [
    { lat: bounds.south, lon: bounds.west },
    { lat: bounds.north, lon: bounds.east },
  ];
  return corners.every(isOnEarth) && !isTooWide(bounds) ? bounds : undefined;
};
