import type { OpenInterval, OperatingHours } from '../../opening.js';

const dayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
const everyDay = dayNames.map((_, index) => index + 1);

/** `Mo-Fr` or `Sa`; a range may run over Sunday. */
const readDays = (item: string): readonly number[] | undefined => {
  const [from = -1, to = from, ...more] = item.split('-').map((name) => dayNames.indexOf(name));
  if (from === -1 || to === -1 || more.length > 0) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => ((from + step) % 7) + 1);
};

type Span = Omit<OpenInterval, 'weekday'>;

const readSpan = (item: string): Span | undefined => {
  const [, fromHour, from, toHour, to] = /^(\d\d?):(\d\d)-(\d\d?):(\d\d)$/.exec(item) ?? [];
  if (to === undefined || Number(fromHour) > 23 || Number(toHour) > 24) return undefined;
  const fromMinute = Number(fromHour) * 60 + Number(from);
  const toMinute = Number(toHour) * 60 + Number(to);
  return { fromMinute, toMinute: toMinute > fromMinute ? toMinute : toMinute + 1440 };
};

const all = <T>(items: readonly (T | undefined)[]): readonly T[] | undefined => {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
};

interface Rule {
  readonly days: readonly number[];
  readonly spans: readonly Span[];
}

const readSpans = (words: readonly string[]): readonly Span[] | undefined => {
  const [only] = words;
  if (words.length === 1 && (only === 'off' || only === 'closed')) return [];
  if (words.length === 1 && only === '24/7') return [{ fromMinute: 0, toMinute: 1440 }];
  return words.length === 0 ? undefined : all(words.join('').split(',').map(readSpan));
};

const readRule = (text: string): Rule | undefined => {
  const words = text.replace(/,\s+/g, ',').split(/\s+/);
  const days = all((words[0] ?? '').split(',').map(readDays))?.flat();
  const spans = readSpans(days === undefined ? words : words.slice(1));
  return spans === undefined ? undefined : { days: days ?? everyDay, spans };
};

const isWholeWeek = (byDay: ReadonlyMap<number, readonly Span[]>): boolean =>
  everyDay.every((day) =>
    byDay.get(day)?.some(({ fromMinute, toMinute }) => fromMinute === 0 && toMinute === 1440),
  );

/**
 * The usual part of OpenStreetMap's opening hours: `24/7`, `Mo-Fr 06:00-22:00; Sa 08:00-20:00`, `Su off`; a later rule goes
 * before an earlier one. `undefined` for anything more: it stays a text for people.
 */
export const readOpeningHours = (text: string): OperatingHours | undefined => {
  const parts = text.toLowerCase().slice(0, 500).split(';');
  const rules = all(
    parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(readRule),
  );
  if (rules === undefined || rules.length === 0) return undefined;
  const byDay = new Map<number, readonly Span[]>();
  for (const { days, spans } of rules) for (const day of days) byDay.set(day, spans);
  if (isWholeWeek(byDay)) return { alwaysOpen: true };
  const intervals = everyDay.flatMap((weekday) =>
    (byDay.get(weekday) ?? []).map((span) => ({ weekday, ...span })),
  );
  return { alwaysOpen: false, intervals };
};
