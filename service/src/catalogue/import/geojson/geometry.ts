import { FieldFault } from '../import-fault.js';

/** [longitude, latitude], as GeoJSON has them. */
export type Position = readonly [number, number];
export type Ring = readonly Position[];
/** The outer ring, then holes. */
export type Polygon = readonly Ring[];

export interface Shape {
  readonly points: readonly Position[];
  readonly polygons: readonly Polygon[];
}

export type GeometryReading =
  | { readonly kind: 'shape'; readonly shape: Shape }
  | { readonly kind: 'none' }
  | { readonly kind: 'unsupported'; readonly type: string };

const field = 'geometry.coordinates';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = <T>(value: unknown, at: string, read: (item: unknown, at: string) => T): readonly T[] => {
  if (!Array.isArray(value)) throw new FieldFault(at, 'expected a list');
  return value.map((item: unknown, index) => read(item, `${at}[${index}]`));
};

const position = (value: unknown, at: string): Position => {
  const [lon, lat]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof lon !== 'number' || typeof lat !== 'number')
    throw new FieldFault(at, 'expected [longitude, latitude], two numbers');
  return [lon, lat];
};

const ring = (value: unknown, at: string): Ring => listOf(value, at, position);
const polygon = (value: unknown, at: string): Polygon => listOf(value, at, ring);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const shape = (points: readonly Position[], polygons: readonly Polygon[]): GeometryReading => ({
  kind: 'shape',
  shape: { points, polygons: polygons.filter(([outer]) => outer !== undefined && outer.length > 0) },
});

const merge = (readings: readonly GeometryReading[]): GeometryReading => {
  const shapes = readings.flatMap((reading) => (reading.kind === 'shape' ? [reading.shape] : []));
  if (shapes.length === 0) return readings[0] ?? { kind: 'none' };
  return shape(
    shapes.flatMap(({ points }) => points),
    shapes.flatMap(({ polygons }) => polygons),
  );
};

const readPart = (part: unknown): GeometryReading => {
  if (!isRecord(part)) throw new FieldFault('geometry.geometries', 'expected geometries');
  // RFC 7946 advises against collections within collections; following them would let a file choose our stack's depth.
  return part['type'] === 'GeometryCollection' ? { kind: 'unsupported', type: 'nested' } : readGeometry(part);
};

/** What a geometry covers. Throws `FieldFault` where it is not GeoJSON. */
export const readGeometry = (geometry: unknown): GeometryReading => {
  if (geometry === null || geometry === undefined) return { kind: 'none' };
  if (!isRecord(geometry)) throw new FieldFault('geometry', 'expected an object or null');
  const { type, coordinates, geometries } = geometry;
  if (typeof type !== 'string') throw new FieldFault('geometry.type', 'expected a text');
  if (type === 'GeometryCollection') return merge(listOf(geometries, 'geometry.geometries', readPart));
  if (isEmpty(coordinates)) return { kind: 'none' };
  if (type === 'Point') return shape([position(coordinates, field)], []);
  if (type === 'MultiPoint') return shape(ring(coordinates, field), []);
  if (type === 'Polygon') return shape([], [polygon(coordinates, field)]);
  if (type === 'MultiPolygon') return shape([], listOf(coordinates, field, polygon));
  return { kind: 'unsupported', type: type.slice(0, 40) };
};

const swapped = ([first, second]: Position): Position => [second, first];

/** The same shape with longitude and latitude exchanged. */
export const swapShape = ({ points, polygons }: Shape): Shape => ({
  points: points.map(swapped),
  polygons: polygons.map((rings) => rings.map((positions) => positions.map(swapped))),
});
