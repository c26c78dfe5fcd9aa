import { dayMs, minuteMs } from '../base/durations.js';
import { instantToWall, wallToInstant } from '../base/zoned-time.js';
import type { EventRule } from './event-rule.js';

/** One event that a rule makes; `date` (local, YYYY-MM-DD) tells it from the rule's other events. */
export interface EventDate {
  readonly date: string;
  readonly startTime: number;
  readonly endTime: number;
}

const isoWeekday = (wallMs: number): number => new Date(wallMs).getUTCDay() || 7;

type Recurrence = Pick<EventRule, 'weekday' | 'startMinute' | 'durationMinutes' | 'weeks'>;

/** The rule's events that are not over at `now` (epoch ms), up to its weeks ahead, in the venue's zone. */
export const eventDates = (rule: Recurrence, timezone: string, now: number): readonly EventDate[] => {
  const wallNow = instantToWall(now, timezone);
  const today = wallNow - (((wallNow % dayMs) + dayMs) % dayMs);
  const days = Array.from({ length: rule.weeks * 7 + 1 }, (_, index) => today + (index - 1) * dayMs);
  return days
    .filter((day) => isoWeekday(day) === rule.weekday)
    .map((day) => {
      const startTime = wallToInstant(day + rule.startMinute * minuteMs, timezone);
      const endTime = startTime + rule.durationMinutes * minuteMs;
      return { date: new Date(day).toISOString().slice(0, 10), startTime, endTime };
    })
    .filter(({ endTime }) => endTime > now);
};
