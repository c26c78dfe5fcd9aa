import Flatbush from 'flatbush';
import { distance } from 'geokdbush';
import { createDistances } from './distances.js';
import type { Coordinates, Location } from './location.js';
import type { Bounds, Nearby } from './snapshot.js';

/** Nearest first; ties by id. */
export interface SpatialIndex {
  readonly within: (center: Coordinates, radiusMeters: number) => readonly Nearby[];
  readonly inBounds: (bounds: Bounds, from: Coordinates) => readonly Nearby[];
}

const earthRadiusMeters = 6_371_000;
const degrees = 180 / Math.PI;

/** Straight line over the ground (haversine), meters. */
export const metersBetween = (from: Coordinates, to: Coordinates): number =>
  distance(from.lon, from.lat, to.lon, to.lat) * 1000;

/** The smallest box that holds the circle; it may reach over the antimeridian or a pole. */
const boxAround = (center: Coordinates, radiusMeters: number): Bounds => {
  const angle = Math.min(radiusMeters / earthRadiusMeters, Math.PI);
  const latReach = angle * degrees;
  const ratio = Math.sin(angle) / Math.cos(center.lat / degrees);
  const holdsPole = Math.abs(center.lat) + latReach >= 90 || !(ratio < 1);
  const lonReach = holdsPole ? 180 : Math.asin(ratio) * degrees;
  return {
    south: center.lat - latReach,
    north: center.lat + latReach,
    west: center.lon - lonReach,
    east: center.lon + lonReach,
  };
};

/** Cuts a box at the antimeridian, so that each part lies within -180 to 180. */
const partsOf = (box: Bounds): readonly Bounds[] => {
  if (box.east - box.west >= 360) return [{ ...box, west: -180, east: 180 }];
  if (box.west > box.east)
    return [
      { ...box, east: 180 },
      { ...box, west: -180 },
    ];
  if (box.west < -180)
    return [
      { ...box, west: -180 },
      { ...box, west: box.west + 360, east: 180 },
    ];
  if (box.east > 180)
    return [
      { ...box, east: 180 },
      { ...box, west: -180, east: box.east - 360 },
    ];
  return [box];
};

const buildTree = (locations: readonly Location[]): Flatbush | undefined => {
  if (locations.length === 0) return undefined;
  const tree = new Flatbush(locations.length);
  for (const { coordinates } of locations) tree.add(coordinates.lon, coordinates.lat);
  tree.finish();
  return tree;
};

const byDistance = (left: Nearby, right: Nearby): number =>
  left.meters - right.meters || left.location.id - right.location.id;

/** An index over fixed locations; building takes O(n log n), some 50 ms for 200,000. */
export const createSpatialIndex = (locations: readonly Location[]): SpatialIndex => {
  const tree = buildTree(locations);
  const distancesFrom = createDistances(locations.map(({ coordinates }) => coordinates));

  const near = (box: Bounds, from: Coordinates, limitMeters: number): readonly Nearby[] => {
    const found: Nearby[] = [];
    const metersTo = distancesFrom(from);
    for (const part of partsOf(box)) {
      for (const index of tree?.search(part.west, part.south, part.east, part.north) ?? []) {
        const meters = metersTo(index);
        const location = meters <= limitMeters ? locations[index] : undefined;
        if (location !== undefined) found.push({ location, meters });
      }
    }
    return found.sort(byDistance);
  };

  return {
    within: (center, radiusMeters) => near(boxAround(center, radiusMeters), center, radiusMeters),
    inBounds: (bounds, from) => near(bounds, from, Number.POSITIVE_INFINITY),
  };
};
