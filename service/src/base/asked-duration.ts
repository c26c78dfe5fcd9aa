import { dayMs, hourMs, minuteMs } from './durations.js';

const units: Readonly<Record<string, number>> = { s: 1_000, m: minuteMs, min: minuteMs, h: hourMs, d: dayMs };

/** A duration as an operator writes it (`90s`, `15min`, `2h`, `3d`), in milliseconds; `undefined` for anything else. */
export const readAskedDuration = (text: string): number | undefined => {
  const [, count = '', unit = ''] = /^(\d{1,7})\s?(s|min|m|h|d)$/.exec(text.trim()) ?? [];
  const unitMs = units[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
};
