import { minuteMs } from '../../base/durations.js';
import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import type { DeliveryStore } from '../deliveries/delivery-store.js';

interface BringForwardOptions {
  readonly deliveries: Pick<DeliveryStore, 'bringForward'>;
  readonly logger: Logger;
  /** The database's time, epoch ms. */
  readonly now: () => number;
  /** Beyond this no schedule puts a notice off. */
  readonly longestMs: number;
}

/** Looks whether notices of a partner wait longer than any schedule asks for; once a minute, oftener it does nothing. */
export type BringForward = (partner: PartnerId) => Promise<void>;

/** A clock that was ahead has written instants that nobody would live to see: they are due now. */
export const createBringForward = ({
  deliveries,
  logger,
  now,
  longestMs,
}: BringForwardOptions): BringForward => {
  const lookedAt = new Map<PartnerId, number>();
  return async (partner) => {
    const at = now();
    const before = lookedAt.get(partner);
    if (before !== undefined && Math.abs(at - before) < minuteMs) return;
    lookedAt.set(partner, at);
    const brought = await deliveries.bringForward(partner, at + longestMs, at);
    if (brought > 0)
      logger.warn({ partner, brought }, 'notices were put off by a wrong clock: they are due now');
  };
};
