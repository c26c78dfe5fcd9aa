import { dayMs } from './durations.js';
import { parseWrittenTime, type WrittenTime } from './zoned-time.js';

const longestText = 40;
const latest = Date.UTC(2200, 0, 1);

/** No stay is longer. */
export const longestStayMs = 366 * dayMs;

/** A `+` that nobody encoded arrives as a blank. */
const withPlus = (text: string): string => text.replace(/ (?=[^ ]*$)/, '+');

/** A time as a query says it: ISO 8601, before the year 2200; `undefined` for anything else. */
export const readAskedTime = (text: string): WrittenTime | undefined => {
  if (text.length > longestText) return undefined;
  const written = parseWrittenTime(text) ?? parseWrittenTime(withPlus(text));
  return written === undefined || written.wallMs >= latest ? undefined : written;
};
