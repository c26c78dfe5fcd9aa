import { isListOf, isObject, type JsonObject } from './guards.js';
import {
  type Customer,
  isCustomer,
  isLocation,
  isParkingPass,
  type Location,
  type ParkingPass,
} from './records.js';

interface EmbeddedRecords {
  readonly location: Location;
  readonly parking_pass: ParkingPass;
  readonly customer: Customer;
  readonly add_ons: readonly JsonObject[];
}

type EmbeddedGuards = {
  readonly [R in keyof EmbeddedRecords]: (value: unknown) => value is EmbeddedRecords[R];
};

const guards: EmbeddedGuards = {
  location: isLocation,
  parking_pass: isParkingPass,
  customer: isCustomer,
  add_ons: isListOf(isObject),
};

// The prefix of link relations differs between deployments, the name behind the colon does not.
const findRelation = (embedded: JsonObject, relation: string): unknown =>
  Object.entries(embedded).find(([key]) => key === relation || key.endsWith(`:${relation}`))?.[1];

/**
 * A record embedded in a booking or pass, whatever its prefix (`svc:location`); `undefined` when absent or of another shape.
 * @example embedded(booking, 'parking_pass')?.status
 */
export const embedded = <R extends keyof EmbeddedRecords>(
  record: { readonly _embedded?: JsonObject | null | undefined },
  relation: R,
): EmbeddedRecords[R] | undefined => {
  const found = findRelation(record._embedded ?? {}, relation);
  const isRecord: EmbeddedGuards[R] = guards[relation];
  return isRecord(found) ? found : undefined;
};
