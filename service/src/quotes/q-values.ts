import type { Coordinates } from '../catalogue/location.js';
import type { Bounds } from '../catalogue/snapshot.js';

/** No part of it can match the same digits twice, so it is linear whatever is sent. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;
const integer = /^\d{1,15}$/;

/** A finite decimal number, `.5` included; `undefined` for anything else. */
export const readNumber = (text: string): number | undefined => {
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

const isOnEarth = ({ lat, lon }: Coordinates): boolean => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** `lat,lon` with or without brackets. */
export const readCoordinates = (text: string): Coordinates | undefined => {
  const [lat, lon, ...more] = readNumbers(text) ?? [];
  if (lat === undefined || lon === undefined || more.length > 0) return undefined;
  return isOnEarth({ lat, lon }) ? { lat, lon } : undefined;
};

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
  return corners.every(isOnEarth) ? bounds : undefined;
};
