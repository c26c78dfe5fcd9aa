import type { Locale } from '../base/locale.js';
import type { OperatingHours } from './opening.js';

interface Words {
  readonly always: string;
  readonly never: string;
  readonly closed: string;
  readonly allDay: string;
  readonly days: readonly string[];
  readonly time: (minute: number) => string;
}

const two = (value: number): string => String(value).padStart(2, '0');

const english: Words = {
  always: 'Open 24 hours',
  never: 'Closed',
  closed: 'closed',
  allDay: 'all day',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  time: (minute) => {
    const hour = Math.floor(minute / 60) % 24;
    return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
  },
};

const french: Words = {
  always: 'Ouvert 24 heures sur 24',
  never: 'Fermé',
  closed: 'fermé',
  allDay: 'toute la journée',
  days: ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'],
  time: (minute) => `${Math.floor(minute / 60) % 24} h ${two(minute % 60)}`,
};

const words: Readonly<Record<Locale, Words>> = { 'en-US': english, 'en-CA': english, 'fr-CA': french };

type Intervals = Extract<OperatingHours, { alwaysOpen: false }>['intervals'];

const spanText = ({ fromMinute, toMinute }: Intervals[number], { time, allDay }: Words): string =>
  toMinute - fromMinute === 1440 ? allDay : `${time(fromMinute)} – ${time(toMinute)}`;

const spansOf = (intervals: Intervals, weekday: number, spoken: Words): string => {
  const { closed } = spoken;
  const spans = intervals
    .filter((interval) => interval.weekday === weekday)
    .map((interval) => spanText(interval, spoken));
  return spans.length === 0 ? closed : spans.join(', ');
};

interface Run {
  readonly from: number;
  readonly to: number;
  readonly spans: string;
}

/** Days that follow one another with the same spans, together. */
const runsOf = (spans: readonly string[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const [day, each] of spans.entries()) {
    const last = runs.at(-1);
    if (last?.spans === each) runs[runs.length - 1] = { ...last, to: day };
    else runs.push({ from: day, to: day, spans: each });
  }
  return runs;
};

/** Operating hours as people write them: `Mon–Fri 6:00 AM – 10:00 PM; Sat–Sun closed`. */
export const hoursText = (hours: OperatingHours, locale: Locale): string => {
  const spoken = words[locale];
  if (hours.alwaysOpen) return spoken.always;
  if (hours.intervals.length === 0) return spoken.never;
  const spans = spoken.days.map((_, index) => spansOf(hours.intervals, index + 1, spoken));
  return runsOf(spans)
    .map(({ from, to, spans: shown }) => {
      const [first = '', last = ''] = [spoken.days[from], spoken.days[to]];
      return `${from === to ? first : `${first}–${last}`} ${shown}`;
    })
    .join('; ');
};
