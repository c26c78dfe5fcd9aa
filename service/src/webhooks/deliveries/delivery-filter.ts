import type { PartnerId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';
import type { DeliveryDocument, DeliveryState } from './delivery.js';

/** Which deliveries are meant. Instants are epoch ms and are about when a delivery came to the state it is in. */
export interface DeliveryFilter {
  readonly partners: readonly PartnerId[];
  readonly states: readonly DeliveryState[];
  readonly kind?: NoticeKind;
  /** At this instant or later. */
  readonly since?: number;
  /** Before this instant. */
  readonly until?: number;
}

/** When it came to the state it is in: an open one was opened then, an ended one ended. */
export const inStateSince = ({ st, openedAt, due }: DeliveryDocument): number =>
  st === 'open' ? openedAt : due;

/** Whether it is meant, whoever its partner is. */
export const isMeant = (filter: Omit<DeliveryFilter, 'partners'>, delivery: DeliveryDocument): boolean => {
  const { states, kind, since = 0, until = Number.MAX_SAFE_INTEGER } = filter;
  const at = inStateSince(delivery);
  return (
    states.includes(delivery.st) &&
    (kind === undefined || delivery.kind === kind) &&
    at >= since &&
    at < until
  );
};
