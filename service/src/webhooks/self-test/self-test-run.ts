import type { Clock } from '../../base/clock.js';
import type { RandomHex } from '../../base/ids.js';
import type { TestBookings } from '../../bookings/test-bookings.js';
import type { Post } from '../../outbound/outbound.js';
import type { ReachablePartner } from '../partners/change-partner.js';
import type { Partners } from '../partners/partners.js';
import { conclude } from './conclude.js';
import { createNoticeTrial, type NoticeTrial } from './notice-trial.js';
import { runSteps } from './run-steps.js';
import type { SelfTestDocument } from './self-test-report.js';
import type { SelfTestStore } from './self-test-store.js';
import { kindsOf, openTrialBookings } from './trial-bookings.js';

export interface SelfTestRunOptions {
  readonly store: Pick<SelfTestStore, 'change'>;
  readonly partners: Pick<Partners, 'headerValue' | 'goLive'>;
  readonly bookings: TestBookings;
  readonly post: Post;
  readonly clock: Pick<Clock, 'now'>;
  /** Real time: pauses and deadlines are a partner's, too. */
  readonly realClock: Pick<Clock, 'now' | 'sleep'>;
  readonly randomHex: RandomHex;
  /** For one exchange, as notices have it, ms. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
  /** For the whole test, ms. */
  readonly testMs: number;
  /** Breaks it off. */
  readonly signal: AbortSignal;
}

/** Runs a test that has been opened, and keeps its report as it goes; answers the report of its end. */
export type SelfTestRun = (partner: ReachablePartner, report: SelfTestDocument) => Promise<SelfTestDocument>;

/** A notice may be answered so much later than its deadline, to be seen to be late. */
const patience = 1.5;

export const createSelfTestRun = (options: SelfTestRunOptions): SelfTestRun => {
  const { store, partners, clock, realClock, deadlineMs, signal } = options;

  const trialOf = (partner: ReachablePartner): NoticeTrial =>
    createNoticeTrial({
      endpoint: partner.endpoint,
      headerValue: partners.headerValue(partner),
      wrongValue: options.randomHex(24),
      post: options.post,
      clock: realClock,
      patienceMs: Math.round(deadlineMs * patience),
      maxBodyBytes: options.maxBodyBytes,
      endsAt: realClock.now() + options.testMs,
      signal,
    });

  return async (partner, report) => {
    const kinds = kindsOf(partner.endpoint);
    const made = await openTrialBookings(options.bookings, partner._id);
    const steps = await runSteps({
      kinds,
      trial: trialOf(partner),
      bookings: made.ids,
      makeLate: async () => {
        await made.makeLate();
        if (kinds[0] === 'cancel') await made.cancel();
      },
      cancel: made.cancel,
      deadlineMs,
      onStep: (soFar) => store.change(report._id, { steps: soFar }),
    }).finally(made.cancel);
    const conclusion = await conclude({ partner, steps, isBrokenOff: signal.aborted }, partners.goLive);
    const ended = { ...conclusion, steps, endedAt: clock.now() };
    await store.change(report._id, ended);
    return { ...report, ...ended };
  };
};
