import { longestStayMs, readAskedTime } from '../../base/asked-time.js';
import { minuteMs } from '../../base/durations.js';
import { formatInZone, instantAt } from '../../base/zoned-time.js';
import { queryFault, readText } from './query-values.js';
import type { Visit } from './visit.js';

/** When a driver wants to park: instants, epoch ms. */
export interface Stay {
  readonly start: number;
  readonly end: number;
}

export interface StayRule {
  /** What the parameters are called. */
  readonly names: { readonly start: string; readonly end: string };
  /** The destination's, IANA. */
  readonly zone: string;
  /** A written offset counts; where it does not, the digits are the destination's, as in a search for quotes. */
  readonly respectsOffset: boolean;
  readonly defaultStart: number;
  readonly defaultLengthMs: number;
}

const quarterMs = 15 * minuteMs;

/** The quarter of an hour that has begun. */
export const quarterBefore = (at: number): number => Math.floor(at / quarterMs) * quarterMs;

/** `YYYY-MM-DDTHH:MM` on the zone's clock: what a search and a form field take. */
export const localDigits = (at: number, zone: string): string => formatInZone(at, zone).slice(0, 16);

const readInstant = (query: URLSearchParams, name: string, rule: StayRule): number | undefined => {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const written = readAskedTime(text);
  if (written === undefined) throw queryFault(name, 'not a date and time of ISO 8601');
  return instantAt(written, rule.zone, rule.respectsOffset);
};

/** The stay that the address asks for; what it leaves out is filled in. Throws `Problem` (400 with the parameter's name). */
export const readStay = ({ query }: Pick<Visit, 'query'>, rule: StayRule): Stay => {
  const { names, defaultStart, defaultLengthMs } = rule;
  const givenEnd = readInstant(query, names.end, rule);
  const start = readInstant(query, names.start, rule) ?? defaultStart;
  const end = givenEnd ?? start + defaultLengthMs;
  if (end <= start) throw queryFault(names.end, 'the end must be after the start');
  if (end - start > longestStayMs) throw queryFault(names.end, 'the stay is longer than a year');
  return { start, end };
};
