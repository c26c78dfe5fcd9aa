import { durationText } from '../../base/duration-text.js';

/** A duration as people say it: `3 h 12 min`, `90 ms`. */
export const spanText = (ms: number): string => {
  if (ms >= 1_000) return durationText(ms);
  return ms < 1 ? 'less than 1 ms' : `${Math.round(ms)} ms`;
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
