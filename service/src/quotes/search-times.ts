import { Problem } from '../base/problem.js';
import { parseWrittenTime, type WrittenTime } from '../base/zoned-time.js';
import type { QuoteSearch } from './quote.js';
import { searchFault } from './search-fault.js';

/** The stay asked for, as written: digits of a wall clock at the destination, whatever zone stands beside them. */
export interface WrittenStay {
  readonly start: WrittenTime;
  readonly end: WrittenTime;
}

const longestText = 40;
const latest = Date.UTC(2200, 0, 1);
const longestStayMs = 366 * 86_400_000;

/** A `+` that nobody encoded arrives as a blank; the offset is ignored here, so the rest of the time still counts. */
const withPlus = (text: string): string => text.replace(/ (?=[^ ]*$)/, '+');

const readTime = (text: string): WrittenTime | undefined => {
  if (text.length > longestText) return undefined;
  const written = parseWrittenTime(text) ?? parseWrittenTime(withPlus(text));
  return written === undefined || written.wallMs >= latest ? undefined : written;
};

const readGiven = (start: string, end: string): WrittenStay => {
  const [from, to] = [readTime(start), readTime(end)];
  if (from === undefined || to === undefined) {
    const fields = [...(from === undefined ? ['start_time'] : []), ...(to === undefined ? ['end_time'] : [])];
    throw new Problem('quote_search_invalid', { fields, details: 'not a date and time of ISO 8601' });
  }
  if (to.wallMs <= from.wallMs) throw searchFault('end_time', 'the end must be after the start');
  if (to.wallMs - from.wallMs > longestStayMs)
    throw searchFault('end_time', 'the stay is longer than a year');
  return { start: from, end: to };
};

/** `undefined` where the event is to give the times. Throws `Problem`: times missing, malformed, the wrong way round. */
export const readTimes = (search: QuoteSearch, hasEvent: boolean): WrittenStay | undefined => {
  const { startTime = '', endTime = '' } = search;
  if (hasEvent && startTime === '' && endTime === '') return undefined;
  if (startTime !== '' && endTime !== '') return readGiven(startTime, endTime);
  const fields = [...(startTime === '' ? ['start_time'] : []), ...(endTime === '' ? ['end_time'] : [])];
  throw new Problem('quote_times_missing', { fields });
};
