import { dayMs, hourMs, minuteMs } from '../../base/durations.js';

const units = [
  { ms: dayMs, name: 'd' },
  { ms: hourMs, name: 'h' },
  { ms: minuteMs, name: 'min' },
  { ms: 1_000, name: 's' },
] as const;

/** `3 d`, `2 h`, `90 ms`: a duration as people say it, rounded down. */
export const durationText = (ms: number): string => {
  const unit = units.find((candidate) => ms >= candidate.ms);
  if (ms < 1) return 'less than 1 ms';
  return unit === undefined ? `${Math.round(ms)} ms` : `${Math.floor(ms / unit.ms)} ${unit.name}`;
};

const sizes = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.5 GB`: powers of 1,000. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${sizes[power]}`;
};

/** `1 notice`, `2 notices`; a count that was given up says so. */
export const countText = (count: number, noun: string, countedUpTo = Number.POSITIVE_INFINITY): string =>
  `${count}${count >= countedUpTo ? ' or more' : ''} ${noun}${count === 1 ? '' : 's'}`;
