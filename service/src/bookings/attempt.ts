import type { BookingId } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import type { Settle } from '../base/settlement.js';
import type { BookingDocument, OutboxKind } from './booking.js';
import type { HoldingOutcome } from './holdings.js';

/** A booking about to be tried: pending, with the outbox it will have once it is committed. */
export interface Draft {
  readonly booking: BookingDocument;
  readonly capacity: number;
  readonly out: readonly OutboxKind[];
}

/** `short`: the customer's wallet changed; `overtaken`: somebody voided it meanwhile (a janitor after its time, or a repeat of the same request). */
export type AttemptOutcome = 'booked' | 'sold_out' | 'short' | 'overtaken';

/** The single moves of the booking protocol; each is safe to die after. */
export interface AttemptSteps {
  readonly insert: (booking: BookingDocument) => Promise<'inserted' | 'exists'>;
  readonly hold: (draft: Draft) => Promise<HoldingOutcome>;
  readonly commit: (draft: Draft) => Promise<boolean>;
  readonly settle: Settle;
  readonly isVoid: (booking: BookingId) => Promise<boolean>;
  readonly release: (booking: BookingDocument) => Promise<void>;
  /** How long to wait, again and again, while a pool is full only because of unsettled entries, ms. */
  readonly pausesMs: readonly number[];
  readonly sleep: (ms: number) => Promise<void>;
  readonly logger: Pick<Logger, 'warn'>;
}

const holdPatiently = async (steps: AttemptSteps, draft: Draft): Promise<HoldingOutcome> => {
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

const holdOrGiveUp = async (steps: AttemptSteps, draft: Draft): Promise<HoldingOutcome> => {
  try {
    return await holdPatiently(steps, draft);
  } catch (error) {
    await giveUp(steps, draft.booking);
    throw error;
  }
};

const refusals = {
  held: 'overtaken',
  full: 'sold_out',
  full_unsettled: 'sold_out',
  short: 'short',
} as const satisfies Readonly<Record<HoldingOutcome, AttemptOutcome>>;

/** Whoever voided it meanwhile may hold the very space or credit that it lacks. */
const refusalOf = async (
  steps: AttemptSteps,
  booking: BookingId,
  outcome: HoldingOutcome,
): Promise<AttemptOutcome> => {
  const isOvertaken = outcome !== 'held' && (await steps.isVoid(booking).catch(() => false));
  return isOvertaken ? 'overtaken' : refusals[outcome];
};

/**
 * The booking protocol (DATA.md, "Booking"): the document first, then its spaces day by day and what
 * it spends, then the commit.
 * Held before it is inserted, an expired entry would be settled as gone and its booking committed all the same.
 */
export const createAttempt =
  (steps: AttemptSteps) =>
  async (draft: Draft): Promise<AttemptOutcome> => {
    if ((await steps.insert(draft.booking)) === 'exists') return 'overtaken';
    const outcome = await holdOrGiveUp(steps, draft);
    if (outcome === 'held' && (await commitCertainly(steps, draft))) return 'booked';
    const refusal = await refusalOf(steps, draft.booking._id, outcome);
    await giveUp(steps, draft.booking);
    return refusal;
  };
