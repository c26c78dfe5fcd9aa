import { type Backoff, backoffMs } from '../../base/backoff.js';
import { hourMs } from '../../base/durations.js';

/** How long a notice waits between attempts. */
export interface RetrySchedule extends Backoff {
  /** Age after which a notice is abandoned; absent: never (the spec sets no end). */
  readonly giveUpAfterMs?: number;
}

export const defaultSchedule: RetrySchedule = { baseMs: 5_000, capMs: 3_600_000, jitter: 0.2 };

/** The usual schedule with an end after so many hours; without one where none are given. */
export const scheduleUntil = (hours: number | undefined): RetrySchedule =>
  hours === undefined ? defaultSchedule : { ...defaultSchedule, giveUpAfterMs: hours * hourMs };

export interface RetryQuestion {
  /** Failed attempts since the notice was opened, 1 or more. */
  readonly failures: number;
  /** As the partner asked, unbounded. */
  readonly retryAfterMs?: number;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly chance: number;
}

/**
 * Milliseconds until the next attempt: exponential with jitter up to the cap. A partner's Retry-After, read no higher than
 * the cap, is a floor: it never shortens the wait, and jitter never undercuts it.
 */
export const retryDelayMs = (schedule: RetrySchedule, question: RetryQuestion): number => {
  const own = backoffMs(schedule, question.failures, question.chance);
  const asked = Math.min(question.retryAfterMs ?? 0, schedule.capMs);
  const spread = Math.round(asked * 0.1 * question.chance);
  return Math.max(own, asked + spread);
};

/** Whether the operator's end has come for a notice that would next be sent at `nextAt`. */
export const isOver = (schedule: RetrySchedule, openedAt: number, nextAt: number): boolean =>
  schedule.giveUpAfterMs !== undefined && nextAt - openedAt > schedule.giveUpAfterMs;
