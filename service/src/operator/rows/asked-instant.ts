import { readAskedTime } from '../../base/asked-time.js';
import { dayMs, hourMs, minuteMs } from '../../base/durations.js';
import { Problem } from '../../base/problem.js';

const units: Readonly<Record<string, number>> = { s: 1_000, m: minuteMs, min: minuteMs, h: hourMs, d: dayMs };

const agoMs = (text: string): number | undefined => {
  const [, count = '', unit = ''] = /^(\d{1,6})\s?(s|min|m|h|d)$/.exec(text.trim()) ?? [];
  const unitMs = units[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
};

/** An instant as an operator writes it, epoch ms: ISO 8601 (UTC where no offset is written) or how long ago: `90s`, `15min`, `2h`, `3d`. Throws `request_parameter_invalid`. */
export const askedInstant = (field: string, text: string, now: number): number => {
  const ago = agoMs(text);
  if (ago !== undefined) return now - ago;
  const written = readAskedTime(text);
  if (written !== undefined) return written.wallMs - (written.offsetMinutes ?? 0) * minuteMs;
  throw new Problem('request_parameter_invalid', {
    fields: [field],
    details: `${field} is a time (2026-11-21T12:00Z) or how long ago (90s, 15min, 2h, 3d)`,
  });
};
