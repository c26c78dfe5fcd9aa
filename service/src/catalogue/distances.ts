import type { Coordinates } from './location.js';

/** Meters over the ground (great circle) to the place with that index. */
export type MetersTo = (index: number) => number;

const earthRadiusMeters = 6_371_000;
const radians = Math.PI / 180;

const pointOf = ({ lat, lon }: Coordinates): readonly [x: number, y: number, z: number] => {
  const atEquator = Math.cos(lat * radians);
  return [atEquator * Math.cos(lon * radians), atEquator * Math.sin(lon * radians), Math.sin(lat * radians)];
};

/**
 * Distances to fixed places. Their points on the unit sphere are worked out once and lie side by side in memory: a search
 * measures many more places than it shows.
 */
export const createDistances = (places: readonly Coordinates[]): ((from: Coordinates) => MetersTo) => {
  const points = new Float64Array(3 * places.length);
  for (const [index, place] of places.entries()) points.set(pointOf(place), 3 * index);
  return (from) => {
    const [x, y, z] = pointOf(from);
    return (index) => {
      const dx = (points[3 * index] ?? Number.NaN) - x;
      const dy = (points[3 * index + 1] ?? Number.NaN) - y;
      const dz = (points[3 * index + 2] ?? Number.NaN) - z;
      const chord = Math.sqrt(dx * dx + dy * dy + dz * dz);
      return 2 * earthRadiusMeters * Math.asin(Math.min(1, chord / 2));
    };
  };
};
