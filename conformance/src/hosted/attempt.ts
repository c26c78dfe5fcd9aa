import { isObject, parseJson } from '../json/value.js';
import type { NoticeKind } from '../scenarios/scenario.js';

/** One request that reached the hosted receiver. */
export interface Attempt {
  readonly exchange: number;
  readonly kind: NoticeKind | 'other';
  /** The booking it speaks of, as far as that can be read; undefined for a body nobody could read. */
  readonly bookingId: number | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body, or its text where it is no JSON. */
  readonly notice: unknown;
  /** Which answer plan was in force. */
  readonly era: number;
}

/** The parsed body, or its text. */
export function readNotice(text: string): unknown {
  return parseJson(text) ?? text;
}

/**
 * The booking a notice speaks of, read as generously as possible.
 *
 * A sender with a wrong body must fail the clause about the body and none of those about sending again.
 */
export function bookingIdOf(notice: unknown): number | undefined {
  if (!isObject(notice)) return undefined;
  const candidates = [notice['id'], notice['booking_id'], ...Object.values(notice)];
  return candidates.map(asInteger).find((id) => id !== undefined);
}

function asInteger(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
