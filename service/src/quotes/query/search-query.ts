import { eventId } from '../../base/ids.js';
import { type OptionKinds, readOptionTypes } from '../option-kinds.js';
import type { QuoteSearch } from '../quote.js';
import { type Capabilities, readCapabilities } from './capabilities.js';
import { type Place, readQ } from './q-language.js';
import { readId } from './q-values.js';
import { searchFault } from './search-fault.js';
import { type Returns, readReturns } from './search-returns.js';
import { type QuoteSortKey, readSort } from './search-sort.js';
import { readTimes, type WrittenStay } from './search-times.js';

/** A search whose every part has been read and is sound. */
export interface SearchQuery {
  readonly place: Place;
  /** Absent where the event gives the times. */
  readonly times: WrittenStay | undefined;
  readonly accessCode: string | undefined;
  readonly sort: readonly QuoteSortKey[];
  readonly kinds: OptionKinds;
  readonly returns: Returns;
  readonly capabilities: Capabilities;
}

const longestCode = 100;

const readPlainEvent = (text: string, place: Place): Place => {
  if (text === '') return place;
  const id = readId(text);
  if (id === undefined) throw searchFault('event_id', 'not an id');
  if (place.event !== undefined && place.event !== id)
    throw searchFault('event_id', 'another event than the one in q');
  return { ...place, event: eventId(id) };
};

const readPlace = (search: QuoteSearch): Place => {
  const place = readPlainEvent(search.eventId ?? '', readQ(search.q ?? ''));
  const { coordinates, bounds, venue, event, locations } = place;
  if ([coordinates, bounds, venue, event, locations].every((given) => given === undefined))
    throw searchFault('q', 'q names no place');
  return place;
};

const readCode = (code = ''): string | undefined => {
  if (code.length > longestCode || code.includes('\0'))
    throw searchFault('pricing_access_code', 'not a pricing access code');
  return code === '' ? undefined : code;
};

/** Reads and checks a search. Throws `Problem`: 400 with the parameters' names in `fields`. */
export const readSearch = (search: QuoteSearch): SearchQuery => {
  const place = readPlace(search);
  return {
    place,
    times: readTimes(search, place.event !== undefined),
    accessCode: readCode(search.pricingAccessCode),
    sort: readSort(search.sort),
    kinds: readOptionTypes(search.optionTypes),
    returns: readReturns(search.returns),
    capabilities: readCapabilities(search.capabilities),
  };
};
