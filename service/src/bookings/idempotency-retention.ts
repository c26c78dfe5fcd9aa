import type { Documents } from '../base/documents.js';
import { dayMs } from '../base/durations.js';
import type { IdempotencyDocument } from './idempotency.js';

/** A key whose request was not repeated for a month is forgotten: the same key then stands for a new request. */
const keysKeptMs = 30 * dayMs;

/** Deletes the keys that were last taken longer ago than that; answers how many. */
export const trimIdempotencyKeys = async (
  documents: Pick<Documents<IdempotencyDocument>, 'deleteMany'>,
  now: number,
): Promise<number> => (await documents.deleteMany({ at: { $lt: now - keysKeptMs } })).deletedCount;
