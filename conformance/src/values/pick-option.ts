import { atPointer } from '../json/pointer.js';
import { isObject, type JsonObject } from '../json/value.js';
import { parseMoney } from './decimal.js';

/** A purchase option that a scenario can book. */
export interface PickedOption {
  readonly quote_id: string;
  readonly location_id: string;
  readonly start_time: string;
  /** First required vehicle size, empty when the option asks for none. */
  readonly size_id: string;
}

interface Candidate {
  readonly quote: JsonObject;
  readonly option: JsonObject;
}

/**
 * The option with the most free spaces that can be booked with nothing but a price, or undefined.
 *
 * A run books several times in a row, so a location with one space left is the last choice.
 */
export function pickPlainOption(quotes: unknown): PickedOption | undefined {
  const plain = candidatesIn(quotes).filter(({ option }) => !asksForSize(option) && !asksForPlate(option));
  return toPicked(roomiest(plain));
}

/** As `pickPlainOption`, among options that demand a vehicle size. */
export function pickSizedOption(quotes: unknown): PickedOption | undefined {
  const sized = candidatesIn(quotes).filter(({ option }) => asksForSize(option) && !asksForPlate(option));
  return toPicked(roomiest(sized));
}

/** Quotes come as a bare list or under `data`. */
export function quoteList(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const data = atPointer(body, '/data');
  return Array.isArray(data) ? data : [];
}

function candidatesIn(body: unknown): readonly Candidate[] {
  return quoteList(body)
    .filter(isObject)
    .flatMap((quote) => optionsOf(quote).map((option) => ({ quote, option })))
    .filter(({ option }) => isForSale(option));
}

function optionsOf(quote: JsonObject): readonly JsonObject[] {
  const options = quote['purchase_options'];
  return Array.isArray(options) ? options.filter(isObject) : [];
}

function isForSale(option: JsonObject): boolean {
  const status = atPointer(option, '/space_availability/status');
  const isSoldOut = status === 'unavailable' || status === 'sold_out';
  return !isSoldOut && typeof option['id'] === 'string' && parseMoney(option['price']) !== undefined;
}

function asksForSize(option: JsonObject): boolean {
  const sizes = atPointer(option, '/add_ons/vehicle_size/options');
  return Array.isArray(sizes) && sizes.length > 0;
}

function asksForPlate(option: JsonObject): boolean {
  return atPointer(option, '/validation/require_license_plate') === true;
}

function roomiest(candidates: readonly Candidate[]): Candidate | undefined {
  return [...candidates].sort((left, right) => spaces(right) - spaces(left))[0];
}

function spaces({ option }: Candidate): number {
  const remaining = atPointer(option, '/space_availability/spaces_remaining');
  if (typeof remaining === 'number') return remaining;
  return atPointer(option, '/space_availability/status') === 'limited' ? 1 : 1_000_000;
}

function toPicked(candidate: Candidate | undefined): PickedOption | undefined {
  if (candidate === undefined) return undefined;
  const { quote, option } = candidate;
  return {
    quote_id: String(option['id']),
    location_id: String(quote['location_id'] ?? atPointer(quote, '/_embedded/*:location/id') ?? ''),
    start_time: String(option['start_time'] ?? quote['start_time'] ?? ''),
    size_id: String(atPointer(option, '/add_ons/vehicle_size/options/0/id') ?? ''),
  };
}
