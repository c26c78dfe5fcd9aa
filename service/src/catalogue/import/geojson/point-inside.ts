import type { Polygon, Position, Ring, Shape } from './geometry.js';

interface Centroid {
  readonly area: number;
  readonly at: Position;
}

/** Shoelace formula, relative to the first corner so that small rings far from 0/0 keep their digits. */
const centroidOf = (ring: Ring): Centroid => {
  const [x0, y0] = ring[0] ?? [0, 0];
  let area = 0;
  let x = 0;
  let y = 0;
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
    const cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
    area += cross;
    x += (ax + bx - 2 * x0) * cross;
    y += (ay + by - 2 * y0) * cross;
  });
  return area === 0
    ? { area: 0, at: [x0, y0] }
    : { area: Math.abs(area), at: [x0 + x / (3 * area), y0 + y / (3 * area)] };
};

/** Longitudes at which the polygon's edges cross a latitude, ascending: inside lies between the first and second, and so on. */
const crossingsAt = (polygon: Polygon, y: number): readonly number[] => {
  const crossings = polygon.flatMap((ring) =>
    ring.flatMap(([ax, ay], index) => {
      const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
      return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
    }),
  );
  return crossings.sort((left, right) => left - right);
};

const stretchesAt = (polygon: Polygon, y: number): readonly Position[] => {
  const crossings = crossingsAt(polygon, y);
  return crossings.flatMap((from, index): readonly Position[] => {
    const to = crossings[index + 1];
    return index % 2 === 0 && to !== undefined ? [[from, to]] : [];
  });
};

/** The centroid where it lies inside; else the middle of the widest stretch at its latitude. */
const pointInPolygon = (polygon: Polygon): Position => {
  const { area, at } = centroidOf(polygon[0] ?? []);
  if (area === 0) return at;
  const [x, y] = at;
  const stretches = stretchesAt(polygon, y);
  if (stretches.some(([from, to]) => from <= x && x <= to)) return at;
  const widest = stretches.toSorted((left, right) => right[1] - right[0] - (left[1] - left[0]))[0];
  return widest === undefined ? at : [(widest[0] + widest[1]) / 2, y];
};

/** One point for a shape: its first point, or a point inside its largest polygon. */
export const pointInside = ({ points, polygons }: Shape): Position | undefined => {
  const first = points[0];
  if (first !== undefined) return first;
  const areas = polygons.map((polygon) => ({ polygon, area: centroidOf(polygon[0] ?? []).area }));
  const largest = areas.toSorted((left, right) => right.area - left.area)[0];
  return largest === undefined ? undefined : pointInPolygon(largest.polygon);
};
