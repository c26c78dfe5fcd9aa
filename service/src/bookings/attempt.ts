import type { Logger } from '../base/logger.js';
import type { HoldOutcome, Settle } from '../inventory/inventory.js';
import type { BookingDocument, OutboxKind } from './booking.js';

/** A booking about to be tried: pending, with the outbox it will have once it is committed. */
export interface Draft {
  readonly booking: BookingDocument;
  readonly capacity: number;
  readonly out: readonly OutboxKind[];
}

/** `overtaken`: somebody voided it meanwhile (a janitor after its time, or a repeat of the same request). */
export type AttemptOutcome = 'booked' | 'sold_out' | 'overtaken';

/** The single moves of the booking protocol; each is safe to die after. */
export interface AttemptSteps {
  readonly insert: (booking: BookingDocument) => Promise<'inserted' | 'exists'>;
  readonly hold: (draft: Draft) => Promise<HoldOutcome>;
  readonly commit: (draft: Draft) => Promise<boolean>;
  readonly settle: Settle;
  readonly release: (booking: BookingDocument) => Promise<void>;
  /** How long to wait, again and again, while a pool is full only because of unsettled entries, ms. */
  readonly pausesMs: readonly number[];
  readonly sleep: (ms: number) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
}

const holdPatiently = async (steps: AttemptSteps, draft: Draft): Promise<HoldOutcome> => {
  let outcome = await steps.hold(draft);
  for (const pauseMs of steps.pausesMs) {
    if (outcome !== 'full_unsettled') return outcome;
    await steps.sleep(pauseMs);
    outcome = await steps.hold(draft);
  }
  return outcome;
};

/** A commit whose outcome is unknown (the connection broke) is made certain: either it was written, or it never can be. */
const commitCertainly = async (steps: AttemptSteps, draft: Draft): Promise<boolean> => {
  try {
    return await steps.commit(draft);
  } catch (error) {
    steps.logger.warn({ booking: draft.booking._id, err: error }, 'commit outcome unknown');
    return (await steps.settle(draft.booking._id)) === 'booked';
  }
};

/** Best effort: what fails here the janitor repairs once the booking's time has passed. */
const giveUp = async (steps: AttemptSteps, booking: BookingDocument): Promise<void> => {
  try {
    if ((await steps.settle(booking._id)) === 'gone') await steps.release(booking);
  } catch (error) {
    steps.logger.warn({ booking: booking._id, err: error }, 'attempt left for the janitor');
  }
};

const holdOrGiveUp = async (steps: AttemptSteps, draft: Draft): Promise<HoldOutcome> => {
  try {
    return await holdPatiently(steps, draft);
  } catch (error) {
    await giveUp(steps, draft.booking);
    throw error;
  }
};

/**
 * The booking protocol (DATA.md, "Booking"): the document first, then its spaces day by day, then the commit.
 * Held before it is inserted, an expired entry would be settled as gone and its booking committed all the same.
 */
export const createAttempt =
  (steps: AttemptSteps) =>
  async (draft: Draft): Promise<AttemptOutcome> => {
    if ((await steps.insert(draft.booking)) === 'exists') return 'overtaken';
    const isHeld = (await holdOrGiveUp(steps, draft)) === 'held';
    if (isHeld && (await commitCertainly(steps, draft))) return 'booked';
    await giveUp(steps, draft.booking);
    return isHeld ? 'overtaken' : 'sold_out';
  };
