import { Type } from 'typebox';
import type { JsonText } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import type { OpenInterval, ShuttleTime } from '../../../catalogue/opening.js';
import { array, flag, nothing, number, object, text } from '../json-text.js';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const daySchema = Type.Enum([...days]);
const clockSchema = Type.String({ pattern: '^\\d{2}:\\d{2}$' });

export const operatingHoursSchema = Type.Object({
  always_open: Type.Boolean(),
  timezone: Type.String(),
  days: Type.Array(
    Type.Object({
      day: daySchema,
      intervals: Type.Array(Type.Object({ opens: clockSchema, closes: clockSchema }), {
        description: 'Where it closes at or before it opens, that is on the next day.',
      }),
    }),
    { minItems: 7, maxItems: 7 },
  ),
});

export const shuttleTimesSchema = Type.Array(
  Type.Object({
    days: Type.Array(daySchema),
    start_time: clockSchema,
    end_time: clockSchema,
    every_minutes: Type.Integer(),
  }),
);

const two = (value: number): string => String(value).padStart(2, '0');

/** `HH:MM`; the end of the day is 24:00, what comes after it counts anew. */
const clock = (minute: number): JsonText => {
  const shown = minute > 1440 ? minute - 1440 : minute;
  return text(`${two(Math.floor(shown / 60))}:${two(shown % 60)}`);
};

const interval = ({ fromMinute, toMinute }: Omit<OpenInterval, 'weekday'>): JsonText =>
  object({ opens: clock(fromMinute), closes: clock(toMinute) });

const everyHour = days.map((_, index) => ({ weekday: index + 1, fromMinute: 0, toMinute: 1440 }));

/** All seven days, also of what is always open: so a reader need not look at more than one of the two. */
export const operatingHours = ({ operatingHours: hours, timezone }: Location): JsonText => {
  if (hours === undefined) return nothing;
  const intervals = hours.alwaysOpen ? everyHour : hours.intervals;
  const week = days.map((day, index) => {
    const ofDay = intervals.filter(({ weekday }) => weekday === index + 1);
    return object({ day: text(day), intervals: array(ofDay.map(interval)) });
  });
  return object({ always_open: flag(hours.alwaysOpen), timezone: text(timezone), days: array(week) });
};

const shuttleTime = ({ weekdays, fromMinute, toMinute, everyMinutes }: ShuttleTime): JsonText =>
  object({
    days: array(weekdays.map((weekday) => text(days[weekday - 1]))),
    start_time: clock(fromMinute),
    end_time: clock(toMinute),
    every_minutes: number(everyMinutes),
  });

export const shuttleTimes = ({ shuttleTimes: times = [] }: Location): JsonText =>
  array(times.map(shuttleTime));
