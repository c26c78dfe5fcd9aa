import type { Backoff } from '../../base/backoff.js';
import { dayMs, minuteMs } from '../../base/durations.js';
import type { BreakerSettings } from './breaker-rule.js';
import { defaultSchedule, type RetrySchedule } from './schedule.js';

/** How the dispatcher works; all durations in milliseconds. */
export interface DispatchSettings {
  readonly leaseMs: number;
  /** For one whole exchange with a partner. */
  readonly exchangeMs: number;
  /** Left for writing an outcome before the lease ends. */
  readonly writeMs: number;
  /** How far two clocks may lie apart. */
  readonly skewMs: number;
  /** Between two looks at every partner. */
  readonly fullPassMs: number;
  readonly flushMs: number;
  /** Outcomes that are written at once without waiting for `flushMs`. */
  readonly flushSize: number;
  /** A cancel waits this long for a create that is still being retried (decision 37). */
  readonly holdCancelMs: number;
  /** A cancel whose create cannot be found waits this long for it to appear. */
  readonly missingCreateMs: number;
  readonly maxBodyBytes: number;
  readonly excerptLength: number;
  readonly schedule: RetrySchedule;
  /** Failures in a row, counted by one worker, that open a partner's breaker. */
  readonly failuresToOpen: number;
  /** How long it then stays open. */
  readonly breakerOpen: Backoff;
}

export const defaultDispatchSettings: DispatchSettings = {
  leaseMs: 30_000,
  exchangeMs: 10_000,
  writeMs: 5_000,
  skewMs: 1_000,
  fullPassMs: 2_000,
  flushMs: 50,
  flushSize: 1_000,
  holdCancelMs: dayMs,
  missingCreateMs: 2_000,
  maxBodyBytes: 16_384,
  excerptLength: 1_000,
  schedule: defaultSchedule,
  failuresToOpen: 10,
  breakerOpen: { baseMs: 5_000, capMs: 300_000, jitter: 0.2 },
};

/** What must be left of a lease for an exchange to begin. */
export const neededLeaseMs = (settings: DispatchSettings): number =>
  settings.exchangeMs + settings.writeMs + 2 * settings.skewMs;

/** No open delivery is due later than this from now, with room for clocks that lie apart. */
export const longestWaitMs = ({ schedule, leaseMs }: DispatchSettings): number =>
  Math.max(leaseMs, schedule.capMs * 1.1) + minuteMs;

/** A partner that asks for a pause is heeded as far as the schedule goes; a probe lives as long as its lease. */
export const breakerSettings = (settings: DispatchSettings): BreakerSettings => ({
  failuresToOpen: settings.failuresToOpen,
  open: settings.breakerOpen,
  maxAskedMs: settings.schedule.capMs,
  probeMs: settings.leaseMs,
});

/** Throws for a lease that an exchange could outlive: two workers would send the same notice side by side. */
export const checkSettings = (settings: DispatchSettings): DispatchSettings => {
  if (neededLeaseMs(settings) < settings.leaseMs) return settings;
  throw new Error('the lease must be longer than an exchange, its write and twice the clock skew');
};
