import type { Clock } from '../clock.js';
import type { NoticeStore } from '../stores/store.js';

export type LeaseEnd = 'lease_lost' | 'handler_timeout';

/** Why a handler should stop; the reason of its abort signal. */
export class NoticeAbortedError extends Error {
  override readonly name = 'NoticeAbortedError';
  readonly reason: LeaseEnd;
  constructor(reason: LeaseEnd) {
    super(
      reason === 'lease_lost' ? 'another attempt may have claimed this notice' : 'the handler ran too long',
    );
    this.reason = reason;
  }
}

export interface LeaseOptions {
  readonly store: Pick<NoticeStore, 'renew'>;
  readonly clock: Clock;
  readonly token: string;
  readonly leaseMs: number;
  readonly handlerTimeoutMs: number;
  readonly onRenewFailed: (error: unknown) => void;
}

/** A claim kept alive while its handler runs. */
export interface Lease {
  readonly signal: AbortSignal;
  /** Resolves when the call should no longer wait; stays pending while all is well. */
  readonly ended: Promise<LeaseEnd>;
  /** The effect is done and must be recorded: hold on to the claim, whatever the handler's limit. */
  readonly keepForRecording: () => void;
  readonly stop: () => void;
}

/** Renews a claim at a third of its lease until stopped, lost, or held by a handler beyond its limit. */
export const holdLease = (options: LeaseOptions): Lease => {
  const { store, clock, token, leaseMs, handlerTimeoutMs } = options;
  const abort = new AbortController();
  let resolveEnded = (_reason: LeaseEnd): void => {};
  const ended = new Promise<LeaseEnd>((resolve) => {
    resolveEnded = resolve;
  });
  let renewedAt = clock.now();
  let isStopped = false;
  let isRecording = false;

  const stop = (): void => {
    isStopped = true;
    cancelRenewal();
    cancelLimit();
  };

  const end = (reason: LeaseEnd): void => {
    abort.abort(new NoticeAbortedError(reason));
    resolveEnded(reason);
  };

  const renew = async (): Promise<void> => {
    const askedAt = clock.now();
    try {
      if ((await store.renew(token, leaseMs)) === 'lost') return isStopped ? undefined : lose();
      renewedAt = askedAt;
    } catch (error) {
      options.onRenewFailed(error);
      // The lease may have run out unseen: the handler is told, but may yet be the only one.
      if (clock.now() - renewedAt >= leaseMs) abort.abort(new NoticeAbortedError('lease_lost'));
    }
    if (!isStopped) cancelRenewal = clock.timer(leaseMs / 3, () => void renew());
  };

  const lose = (): void => {
    stop();
    end('lease_lost');
  };

  const reachLimit = (): void => {
    if (!isRecording) stop();
    end('handler_timeout');
  };

  let cancelRenewal = clock.timer(leaseMs / 3, () => void renew());
  const cancelLimit = clock.timer(handlerTimeoutMs, reachLimit);
  const keepForRecording = (): void => {
    isRecording = true;
  };
  return { signal: abort.signal, ended, keepForRecording, stop };
};
