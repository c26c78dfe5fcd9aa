import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { partnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { deliveryStates } from './delivery.js';
import type { WalkPosition } from './walk-deliveries.js';

const instant = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const written = Compile(
  Type.Union([
    Type.Tuple([Type.String(), Type.String()]),
    Type.Tuple([Type.String(), Type.String(), instant, Type.String()]),
  ]),
);

/** A position as a text that nobody need understand. */
export const cursorOf = ({ partner, st, last }: WalkPosition): string => {
  const parts = [partner, st, ...(last === undefined ? [] : [last.at, last.id])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** Throws `request_parameter_invalid` naming `cursor` for what no answer gave. */
export const positionOf = (cursor: string): WalkPosition => {
  const parts = parsed(cursor);
  if (written.Check(parts)) {
    const [partner, state, at, id] = parts;
    const st = deliveryStates.find((known) => known === state);
    const last = at === undefined || id === undefined ? {} : { last: { at, id } };
    if (st !== undefined) return { partner: partnerId(partner), st, ...last };
  }
  throw new Problem('request_parameter_invalid', {
    fields: ['cursor'],
    details: 'a cursor is what `next` of the answer before said',
  });
};
