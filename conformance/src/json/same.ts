import { isDeepStrictEqual } from 'node:util';

/** Deep equality of two JSON values. */
export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}
