import type { Clock } from '../base/clock.js';
import type { RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { createNudged, type Nudged } from '../base/nudged.js';
import type { MessageStore } from './message-store.js';
import type { SendMessage } from './send-message.js';

/** Sends what waits. Several senders side by side do no harm. */
export interface Sender extends Omit<Nudged, 'isStopping'> {
  /** Sends all that is due; how many were tried. Rejects when the store is broken. */
  readonly runOnce: () => Promise<number>;
}

interface SenderOptions {
  readonly store: Pick<MessageStore, 'claim'>;
  readonly send: SendMessage;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly randomHex: RandomHex;
  readonly logger: Logger;
  /** Between two looks without a nudge: for retries, and what other processes enqueued. */
  readonly bellMs?: number;
}

const atOnce = 8;
/** Longer than any transport takes; a message whose sender died is taken up again after it. */
const leaseMs = 60_000;

export const createSender = (options: SenderOptions): Sender => {
  const { store, send, clock, randomHex, logger, bellMs = 2_000 } = options;
  const runOnce = async (): Promise<number> => {
    for (let total = 0; ; ) {
      if (isStopping()) return total;
      const token = randomHex(16);
      const claimed = await store.claim({ limit: atOnce, token, now: clock.now(), leaseMs });
      if (claimed.length === 0) return total;
      await Promise.all(claimed.map(send));
      total += claimed.length;
    }
  };

  const { isStopping, ...nudged } = createNudged({
    run: () => runOnce(),
    bellMs,
    clock,
    logger,
    fault: 'messages could not be sent',
  });

  return { ...nudged, runOnce };
};
