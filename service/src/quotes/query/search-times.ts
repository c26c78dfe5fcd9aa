import { longestStayMs, readAskedTime } from '../../base/asked-time.js';
import { Problem } from '../../base/problem.js';
import type { WrittenTime } from '../../base/zoned-time.js';
import type { QuoteSearch } from '../quote.js';
import { searchFault } from './search-fault.js';

/** The stay asked for, as written: digits of a wall clock at the destination, whatever zone stands beside them. */
export interface WrittenStay {
  readonly start: WrittenTime;
  readonly end: WrittenTime;
}

const readGiven = (start: string, end: string): WrittenStay => {
  const [from, to] = [readAskedTime(start), readAskedTime(end)];
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
