import type { OperatingHours, ShuttleTime } from '../../opening.js';
import type { NativeLocation } from './native-schema.js';

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The end of a span that began before: on the next day where the clock shows no later time. */
const endOf = (from: string, to: string): number => {
  const end = minuteOf(to);
  return end > minuteOf(from) ? end : end + 1440;
};

export const operatingHoursOf = (stated: NonNullable<NativeLocation['operatingHours']>): OperatingHours => {
  if ('alwaysOpen' in stated) return { alwaysOpen: true };
  const intervals = stated.intervals.flatMap(({ weekdays, from, to }) =>
    weekdays.map((weekday) => ({ weekday, fromMinute: minuteOf(from), toMinute: endOf(from, to) })),
  );
  const inOrder = intervals.toSorted(
    (left, right) => left.weekday - right.weekday || left.fromMinute - right.fromMinute,
  );
  return { alwaysOpen: false, intervals: inOrder };
};

export const shuttleTimesOf = (stated: NonNullable<NativeLocation['shuttleTimes']>): readonly ShuttleTime[] =>
  stated.map(({ weekdays, from, to, everyMinutes }) => ({
    weekdays,
    fromMinute: minuteOf(from),
    toMinute: endOf(from, to),
    everyMinutes,
  }));
