import type { Coordinates } from '../../location.js';
import { metersBetween } from '../../spatial-index.js';
import { type Position, type Shape, swapShape } from './geometry.js';
import { pointInside } from './point-inside.js';

export type Placing =
  | {
      readonly kind: 'placed';
      readonly at: Coordinates;
      readonly shape: Shape;
      readonly isSwapped: boolean;
    }
  | { readonly kind: 'absurd' }
  | { readonly kind: 'far' };

/** A city's car parks lie in or around it: what is further away has wrong coordinates, or the wrong file. */
const farMeters = 100_000;

const isOnEarth = ([lon, lat]: Position): boolean =>
  Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && !(lon === 0 && lat === 0);

const toCoordinates = ([lon, lat]: Position): Coordinates => ({ lat, lon });

/** Where a shape lies, with longitude and latitude exchanged where only that puts it near its city (or on earth). */
export const placeShape = (shape: Shape, city: Coordinates | undefined): Placing => {
  const isPlausible = (at: Position): boolean =>
    isOnEarth(at) && (city === undefined || metersBetween(city, toCoordinates(at)) <= farMeters);

  const asWritten = pointInside(shape);
  if (asWritten === undefined) return { kind: 'absurd' };
  if (isPlausible(asWritten))
    return { kind: 'placed', at: toCoordinates(asWritten), shape, isSwapped: false };
  const swapped = swapShape(shape);
  const exchanged = pointInside(swapped);
  if (exchanged !== undefined && isPlausible(exchanged))
    return { kind: 'placed', at: toCoordinates(exchanged), shape: swapped, isSwapped: true };
  return { kind: isOnEarth(asWritten) ? 'far' : 'absurd' };
};
