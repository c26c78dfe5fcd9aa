import { Type } from 'typebox';
import { metersPerMile } from '../../../base/miles.js';
import type { JsonText } from '../../../base/view.js';
import { number, object } from '../json-text.js';

export const distanceSchema = Type.Object({ meters: Type.Integer(), miles: Type.Number() });

/** How far from the centre of the search; absent where there was none. */
export const distance = (meters: number | undefined): JsonText | undefined =>
  meters === undefined
    ? undefined
    : object({
        meters: number(Math.round(meters)),
        miles: number(Number((meters / metersPerMile).toFixed(3))),
      });
