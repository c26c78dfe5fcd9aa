import type { DeliveryDocument } from './delivery.js';

export interface HoldMoment {
  /** How long a create that is still being sent holds its cancel back. */
  readonly holdCancelMs: number;
  readonly now: number;
}

/** Its turn in a replay has yet to come. */
export const isYetToCome = ({ openedBy, openedAt }: DeliveryDocument, now: number): boolean =>
  openedBy === 'replay' && openedAt > now;

/** Nobody has heard of it since it was opened: its partner was off, paused or down all the while. */
const isUntried = ({ n, nBefore, tok }: DeliveryDocument): boolean =>
  n - ((tok ?? null) === null ? 0 : 1) <= nBefore;

/**
 * Whether a create holds its booking's cancel back: while it is open, and once it is being retried for so long (decision 37).
 * One whose turn in a replay is yet to come does not: it was sent before, and may be days off.
 */
export const holdsCancel = (create: DeliveryDocument, { holdCancelMs, now }: HoldMoment): boolean =>
  create.st === 'open' &&
  !isYetToCome(create, now) &&
  (isUntried(create) || now - create.openedAt < holdCancelMs);
