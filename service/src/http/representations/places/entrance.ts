import { Type } from 'typebox';
import type { JsonText, View } from '../../../base/view.js';
import type { Entrance, Location } from '../../../catalogue/location.js';
import { coordinatesSchema } from '../field-schemas.js';
import { array, number, object } from '../json-text.js';

const inchesSchema = Type.Object({
  height: Type.Optional(Type.Number()),
  width: Type.Optional(Type.Number()),
  length: Type.Optional(Type.Number()),
});

export const entrancesSchema = Type.Array(
  Type.Object({
    coordinates: coordinatesSchema,
    max_dimensions: Type.Optional(Type.Object({ inches: inchesSchema })),
  }),
);

const present = (value: number | undefined): JsonText | undefined =>
  value === undefined ? undefined : number(value);

const maxDimensions = (entrance: Entrance): JsonText | undefined => {
  const { maxHeightInches, maxWidthInches, maxLengthInches } = entrance;
  const sizes = {
    height: present(maxHeightInches),
    width: present(maxWidthInches),
    length: present(maxLengthInches),
  };
  const isKnown = Object.values(sizes).some((size) => size !== undefined);
  return isKnown ? object({ inches: object(sizes) }) : undefined;
};

/** v3_1 has no dimensions (spec, Versioning). */
const entrance = (shown: Entrance, { version }: View): JsonText =>
  object({
    coordinates: `[${shown.lat},${shown.lon}]`,
    max_dimensions: version === 'v4' ? maxDimensions(shown) : undefined,
  });

/** A place whose entrances nobody has recorded is entered where it is. */
export const entrances = ({ entrances: known, coordinates }: Location, view: View): JsonText =>
  array((known.length > 0 ? known : [coordinates]).map((each) => entrance(each, view)));
