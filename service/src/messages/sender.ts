import type { Clock } from '../base/clock.js';
import type { RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import type { MessageStore } from './message-store.js';
import type { SendMessage } from './send-message.js';

/** Sends what waits. Several senders side by side do no harm. */
export interface Sender {
  readonly start: () => void;
  /** What is under way finishes. */
  readonly stop: () => Promise<void>;
  /** Something may be due. Nothing happens before `start`: another process sends, then. */
  readonly nudge: () => void;
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
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;

  const runOnce = async (): Promise<number> => {
    for (let total = 0; ; ) {
      if (stopping.signal.aborted) return total;
      const token = randomHex(16);
      const claimed = await store.claim({ limit: atOnce, token, now: clock.now(), leaseMs });
      if (claimed.length === 0) return total;
      await Promise.all(claimed.map(send));
      total += claimed.length;
    }
  };

  const runWanted = async (): Promise<void> => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      await runOnce().catch((error: unknown) => {
        logger.error({ err: error }, 'messages could not be sent');
      });
    }
  };

  const look = (): void => {
    isWanted = true;
    running ??= runWanted().finally(() => {
      running = undefined;
      if (isWanted && !stopping.signal.aborted) look();
    });
  };

  const ring = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      look();
      await clock.sleep(bellMs, stopping.signal);
    }
  };

  return {
    runOnce,
    nudge: () => {
      if (loop !== undefined) look();
    },
    start: () => {
      loop ??= ring();
    },
    stop: async () => {
      stopping.abort();
      await loop;
      await running;
    },
  };
};
