import type { Clock } from '../clock.js';
import type { Claim, NoticeKey, NoticeStore } from '../stores/store.js';
import { holdLease, type Lease } from './lease.js';
import type { NoticeOutcome, ReceiverEvent } from './outcome.js';

export type Claimed = Extract<Claim, { readonly state: 'claimed' }>;

export interface NoticeTask {
  readonly key: NoticeKey;
  /** Aborts when the caller has gone. */
  readonly callerGone: AbortSignal | undefined;
  readonly run: (claim: Claimed, signal: AbortSignal) => Promise<void> | void;
}

export interface HandlingOptions {
  readonly store: NoticeStore;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly handlerTimeoutMs: number;
  readonly report: (event: ReceiverEvent) => void;
}

export interface Handling {
  readonly handle: (task: NoticeTask) => Promise<NoticeOutcome>;
  /** Resolves when no handler is running. */
  readonly idle: () => Promise<void>;
}

const longestPauseMs = 5_000;
const pauseMs = (attempt: number): number => Math.min(longestPauseMs, 50 * 2 ** attempt);

/** Claim, handler, done: the steps between a notice and its answer. */
export const createHandling = (options: HandlingOptions): Handling => {
  const { store, clock, leaseMs, handlerTimeoutMs, report } = options;
  const running = new Set<Promise<NoticeOutcome>>();

  const trouble = (key: NoticeKey, step: 'renew' | 'done' | 'release', error: unknown): void =>
    report({ type: 'store_trouble', kind: key.kind, bookingId: key.bookingId, step, error });

  const release = async (key: NoticeKey, token: string): Promise<void> => {
    try {
      await store.release(token);
    } catch (error) {
      // The lease runs out by itself.
      trouble(key, 'release', error);
    }
  };

  // The effect is done: giving the claim back now would double it. So `done` is tried until the store answers.
  const recordDone = async (key: NoticeKey, token: string): Promise<NoticeOutcome> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return { type: (await store.done(token)) === 'ok' ? 'handled' : 'lease_lost' };
      } catch (error) {
        trouble(key, 'done', error);
        await clock.sleep(pauseMs(attempt));
      }
    }
  };

  const runHandler = async (task: NoticeTask, claim: Claimed, lease: Lease): Promise<NoticeOutcome> => {
    try {
      await task.run(claim, lease.signal);
    } catch (error) {
      lease.stop();
      await release(task.key, claim.token);
      return { type: 'handler_failed', error };
    }
    lease.keepForRecording();
    const outcome = await recordDone(task.key, claim.token);
    lease.stop();
    return outcome;
  };

  const answerEarly = (task: NoticeTask, work: Promise<NoticeOutcome>): void => {
    const { kind, bookingId } = task.key;
    void work.then((outcome) => report({ type: 'finished_late', kind, bookingId, outcome }));
  };

  const run = async (task: NoticeTask, claim: Claimed): Promise<NoticeOutcome> => {
    const lease = holdLease({
      store,
      clock,
      token: claim.token,
      leaseMs,
      handlerTimeoutMs,
      onRenewFailed: (error) => trouble(task.key, 'renew', error),
    });
    const work = runHandler(task, claim, lease);
    running.add(work);
    void work.then(() => running.delete(work));
    const first = await Promise.race([work, lease.ended]);
    if (typeof first !== 'string') return first;
    answerEarly(task, work);
    return { type: first };
  };

  const handle = async (task: NoticeTask): Promise<NoticeOutcome> => {
    if (task.callerGone?.aborted) return { type: 'aborted' };
    let claim: Claim;
    try {
      claim = await store.claim(task.key, leaseMs);
    } catch (error) {
      return { type: 'store_failed', error };
    }
    if (claim.state === 'done') return { type: 'duplicate' };
    if (claim.state === 'busy') return { type: 'busy' };
    if (!task.callerGone?.aborted) return run(task, claim);
    await release(task.key, claim.token);
    return { type: 'aborted' };
  };

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };

  return { handle, idle };
};
