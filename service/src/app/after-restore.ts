import type { Clock } from '../base/clock.js';
import { counterCollection } from '../base/counters.js';
import type { Database } from '../base/documents.js';
import { skipAhead } from '../base/skip-ahead.js';
import { bookingIdFloor } from '../bookings/booking-id.js';
import { presenceCollection, presentProcesses } from '../jobs/presence.js';
import type { AfterRestore } from '../operator/cli/context.js';

/** More than were handed out between any backup and its restoration: a day of 1,000 a second. */
const bookingsSkipped = 100_000_000;
const customersSkipped = 1_000_000;

interface AfterRestoreOptions {
  readonly database: Pick<Database, 'collection' | 'serverNow'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * A restored database has forgotten which ids it handed out since its backup: they are left out. A partner would answer
 * one that comes again `duplicate_request`, and its notice would be lost.
 */
export const skipRestoredIds = async ({ database, clock }: AfterRestoreOptions): Promise<AfterRestore> => {
  const present = await presentProcesses(database.collection(presenceCollection), await database.serverNow());
  // They may hold ids, and hand them out meanwhile.
  if (present.length > 0)
    return { kind: 'in_use', processes: present.map(({ mode, host, pid }) => `${mode} ${pid} on ${host}`) };
  const documents = database.collection(counterCollection);
  const floor = bookingIdFloor(clock.now());
  const nextBookingId = await skipAhead({ documents, name: 'bookings', by: bookingsSkipped, floor });
  await skipAhead({ documents, name: 'customers', by: customersSkipped, floor: 1_001 });
  return { kind: 'skipped', nextBookingId };
};
