import { IANAZone } from 'luxon';
import { dayMs, minuteMs } from './durations.js';

/** A date and time as somebody wrote it, before a zone is known. */
export interface WrittenTime {
  /** The written digits read as if they were UTC, epoch ms. */
  readonly wallMs: number;
  /** The written offset in minutes, where there was one (`Z` is 0). */
  readonly offsetMinutes: number | undefined;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;

const offsetOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (text.toUpperCase() === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
};

/** ISO 8601 with or without seconds, fraction and zone. `undefined` for anything else, and for dates that do not exist. */
export const parseWrittenTime = (text: string): WrittenTime | undefined => {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const parts = [
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ] as const;
  const wallMs = Date.UTC(...parts) + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const read = new Date(wallMs);
  const exists =
    read.getUTCFullYear() === parts[0] &&
    read.getUTCMonth() === parts[1] &&
    read.getUTCDate() === parts[2] &&
    read.getUTCHours() === parts[3] &&
    read.getUTCMinutes() === parts[4] &&
    read.getUTCSeconds() === parts[5];
  const offsetMinutes = offsetOf(zone);
  const isSane =
    exists && parts[0] >= 1970 && (offsetMinutes === undefined || Math.abs(offsetMinutes) <= 14 * 60);
  return isSane ? { wallMs, offsetMinutes } : undefined;
};

const quarterHourMs = 15 * minuteMs;
const quartersKeptPerZone = 50_000;
const offsets = new Map<string, Map<number, number>>();

const cacheOf = (zone: string): Map<number, number> => {
  const known = offsets.get(zone);
  if (known !== undefined && known.size < quartersKeptPerZone) return known;
  const fresh = new Map<number, number>();
  offsets.set(zone, fresh);
  return fresh;
};

/** The zone's offset from UTC in minutes at that instant. Zones change only at whole quarters of an hour, so quarters are cached. */
const zoneOffsetMinutes = (zone: string, at: number): number => {
  const quarter = Math.floor(at / quarterHourMs);
  const known = cacheOf(zone);
  const cached = known.get(quarter);
  if (cached !== undefined) return cached;
  const offset = IANAZone.create(zone).offset(at);
  known.set(quarter, offset);
  return offset;
};

export const isZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/** The instant at which a wall clock of the zone shows these digits: the earlier one in an autumn overlap; moved forward in a spring gap. */
export const wallToInstant = (wallMs: number, zone: string): number => {
  const before = zoneOffsetMinutes(zone, wallMs - dayMs);
  const after = zoneOffsetMinutes(zone, wallMs + dayMs);
  const candidates = [wallMs - before * minuteMs, wallMs - after * minuteMs].filter(
    (instant) => instant + zoneOffsetMinutes(zone, instant) * minuteMs === wallMs,
  );
  return candidates.length > 0 ? Math.min(...candidates) : wallMs - before * minuteMs;
};

/** Reads a written time at a place: the written offset counts only where `isOffsetRespected`. */
export const instantAt = (written: WrittenTime, zone: string, isOffsetRespected: boolean): number =>
  isOffsetRespected && written.offsetMinutes !== undefined
    ? written.wallMs - written.offsetMinutes * minuteMs
    : wallToInstant(written.wallMs, zone);

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DDTHH:MM:SS.mmm+hh:mm` in the zone; never `Z`. */
export const formatInZone = (at: number, zone: string): string => {
  const offset = zoneOffsetMinutes(zone, at);
  const wall = new Date(at + offset * minuteMs).toISOString().slice(0, -1);
  const size = Math.abs(offset);
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/** The digits a wall clock of the zone shows at that instant, read as if they were UTC (epoch ms). */
export const instantToWall = (at: number, zone: string): number =>
  at + zoneOffsetMinutes(zone, at) * minuteMs;
