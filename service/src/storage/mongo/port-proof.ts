import type { Collection } from 'mongodb';
import type { Documents } from '../../base/documents.js';

/**
 * Never called: it compiles only while the driver's `Collection` satisfies the port. One document here uses every kind of
 * field a store may filter, sort or change by. A field that is filtered for null must say so: `until?: number | null`.
 */
interface Probe {
  readonly _id: string;
  readonly state: 'pending' | 'booked';
  readonly until?: number | null;
  readonly revision: number;
  readonly isPaused: boolean;
  readonly breaker: { readonly state: string; readonly until: number };
  readonly holds: readonly { readonly booking: number; readonly start: number }[];
}

interface NumberedProbe {
  readonly _id: number;
  readonly name?: string;
}

export const proveProbe = (collection: Collection<Probe>): Documents<Probe> => collection;
export const proveNumberedProbe = (collection: Collection<NumberedProbe>): Documents<NumberedProbe> =>
  collection;
