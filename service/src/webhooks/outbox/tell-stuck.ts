import type { Logger } from '../../base/logger.js';

/** Bookings whose outbox could not be carried out at the last look; `oldestAt` is when the first of them was committed, epoch ms. */
export interface StuckOutbox {
  readonly count: number;
  readonly oldestAt: number | null;
}

interface StuckOutboxesOptions {
  readonly logger: Logger;
  readonly onStuckOutbox?: ((stuck: StuckOutbox) => void) | undefined;
}

/** Tells of what is stuck after each look, given since when: while there is any, and once when there is none any more. */
export const createTellStuck = ({ logger, onStuckOutbox }: StuckOutboxesOptions) => {
  let before = 0;

  return (since: readonly number[]): void => {
    const count = since.length;
    const oldestAt = since.reduce<number | null>((least, at) => Math.min(least ?? at, at), null);
    const known = before;
    before = count;
    if (count > 0 || known > 0) onStuckOutbox?.({ count, oldestAt });
    if (count > 0 && known === 0)
      logger.error({ count, oldestAt }, 'bookings cannot be carried out: the lines before say why');
    if (count === 0 && known > 0) logger.info({ count: known }, 'bookings that were stuck are carried out');
  };
};
