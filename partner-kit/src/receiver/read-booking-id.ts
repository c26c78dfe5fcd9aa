import type { BodyFault } from './outcome.js';

export type BookingIdRead =
  | { readonly type: 'read'; readonly bookingId: number }
  | { readonly type: 'fault'; readonly fault: BodyFault };

const fault = (name: BodyFault): BookingIdRead => ({ type: 'fault', fault: name });
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The booking a parsed body names; fields beside `id` are not looked at. */
export const readBookingId = (value: unknown): BookingIdRead => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault('body_not_object');
  if (!Object.hasOwn(value, 'id') || !('id' in value)) return fault('id_missing');
  const { id } = value;
  if (typeof id !== 'number' || !Number.isInteger(id)) return fault('id_not_integer');
  return id > 0 && Number.isSafeInteger(id) ? { type: 'read', bookingId: id } : fault('id_out_of_range');
};

/** The same from bytes: JSON in UTF-8, whatever content type it came with. */
export const readBookingIdFromBytes = (bytes: Uint8Array): BookingIdRead => {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return fault('body_not_json');
  }
  return readBookingId(value);
};
