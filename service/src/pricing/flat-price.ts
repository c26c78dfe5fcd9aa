import { dayMs, minuteMs } from '../base/durations.js';
import { instantToWall, wallToInstant } from '../base/zoned-time.js';
import type { Stay } from './price.js';
import type { DayWindow, FlatWindow } from './rate-plan.js';

const epochWeekday = 4;

/** ISO weekday of a day counted from 1970-01-01, a Thursday. */
const weekdayOf = (day: number): number => ((((day + epochWeekday - 1) % 7) + 7) % 7) + 1;

interface WallWindow {
  readonly from: number;
  readonly to: number;
}

const startedOn = (day: number, window: DayWindow): WallWindow | undefined => {
  if (window.weekdays !== undefined && !window.weekdays.includes(weekdayOf(day))) return undefined;
  const crossing = window.toMinute <= window.fromMinute ? dayMs : 0;
  const midnight = day * dayMs;
  return {
    from: midnight + window.fromMinute * minuteMs,
    to: midnight + window.toMinute * minuteMs + crossing,
  };
};

/** The occurrence of the window, read on the local wall clock, that holds the whole stay: begun today or yesterday. */
const occurrence = (window: DayWindow, timezone: string, stay: Stay): WallWindow | undefined => {
  const from = instantToWall(stay.start, timezone);
  const to = instantToWall(stay.end, timezone);
  const today = Math.floor(from / dayMs);
  return [today, today - 1]
    .map((day) => startedOn(day, window))
    .find((wall) => wall !== undefined && wall.from <= from && to <= wall.to);
};

/** A flat rate that fits a stay, and the instants between which the same price holds. */
export interface FlatPrice {
  readonly minor: number;
  readonly minStart: number;
  readonly maxEnd: number;
}

/** `undefined` where the stay does not begin and end within one occurrence of the window. */
export const flatPrice = (flat: FlatWindow, timezone: string, stay: Stay): FlatPrice | undefined => {
  const wall = occurrence(flat.window, timezone, stay);
  if (wall === undefined) return undefined;
  return {
    minor: flat.priceMinor,
    minStart: Math.min(stay.start, wallToInstant(wall.from, timezone)),
    maxEnd: Math.max(stay.end, wallToInstant(wall.to, timezone)),
  };
};
