import type { Clock } from '../clock.js';
import type { Ask, Exchange, Exchanged } from './exchange.js';

export interface AttemptOptions {
  readonly exchange: Exchange;
  readonly clock: Clock;
  /** From 0 to below 1, for the jitter of pauses. */
  readonly random: () => number;
  readonly retries: number;
  readonly maxBytes: number;
  /** Longest pause that a marketplace may ask for by Retry-After. */
  readonly maxRetryAfterMs: number;
}

/** One call's bounds: when it must have ended, whether asking twice does no harm, who may stop it. */
export interface CallBounds {
  readonly deadlineAt: number;
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

export type Attempts = (ask: Ask, bounds: CallBounds) => Promise<Exchanged>;

const transientStatuses = new Set([429, 502, 503, 504]);

const isTransient = (result: Exchanged): boolean =>
  result.type === 'failed' || (result.type === 'answer' && transientStatuses.has(result.status));

/** Retry-After in milliseconds, from seconds or a date; `undefined` when absent or unreadable. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};

/** Asks until there is an answer that is not transient, within the call's bounds. */
export const createAttempts = (options: AttemptOptions): Attempts => {
  const { exchange, clock, random, retries, maxBytes, maxRetryAfterMs } = options;

  /** The pause before the next attempt; `undefined` means there is none. */
  const pauseAfter = (result: Exchanged, attempt: number, bounds: CallBounds): number | undefined => {
    if (!bounds.isRepeatable || attempt >= retries || !isTransient(result)) return undefined;
    const asked = result.type === 'answer' ? readRetryAfter(result.retryAfter, clock.now()) : undefined;
    if (asked !== undefined && asked > maxRetryAfterMs) return undefined;
    const pauseMs = asked ?? 100 * 2 ** attempt * (1 + random());
    return clock.now() + pauseMs < bounds.deadlineAt ? pauseMs : undefined;
  };

  return async (ask, bounds) => {
    for (let attempt = 0; ; attempt += 1) {
      const timeoutMs = bounds.deadlineAt - clock.now();
      if (timeoutMs <= 0) return { type: 'timeout' };
      const result = await exchange(ask, { timeoutMs, maxBytes, signal: bounds.signal });
      const pauseMs = pauseAfter(result, attempt, bounds);
      if (pauseMs === undefined) return result;
      await clock.sleep(pauseMs, bounds.signal);
    }
  };
};
