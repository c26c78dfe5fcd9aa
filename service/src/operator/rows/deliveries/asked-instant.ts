import { readAskedDuration } from '../../../base/asked-duration.js';
import { readAskedTime } from '../../../base/asked-time.js';
import { minuteMs } from '../../../base/durations.js';
import { Problem } from '../../../base/problem.js';

/** An instant as an operator writes it, epoch ms: ISO 8601 (UTC where no offset is written) or how long ago: `90s`, `15min`, `2h`, `3d`. Throws `request_parameter_invalid`. */
export const askedInstant = (field: string, text: string, now: number): number => {
  const agoMs = readAskedDuration(text);
  if (agoMs !== undefined) return now - agoMs;
  const written = readAskedTime(text);
  if (written !== undefined) return written.wallMs - (written.offsetMinutes ?? 0) * minuteMs;
  throw new Problem('request_parameter_invalid', {
    fields: [field],
    details: `${field} is a time (2026-11-21T12:00Z) or how long ago (90s, 15min, 2h, 3d)`,
  });
};
