import type { BookingId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';
import { judgeAccepted } from './judge-accepted.js';
import { judgeAtOnce } from './judge-at-once.js';
import { judgeClosed } from './judge-closed.js';
import { judgeDuplicate } from './judge-duplicate.js';
import { judgeRetry } from './judge-retry.js';
import type { NoticeTrial } from './notice-trial.js';
import type { Finding } from './self-test-report.js';
import { isAccepted, isPutOff } from './trial-answer.js';

/** The bookings that the steps tell of, each for one purpose. */
export interface TrialBookings {
  readonly plain: BookingId;
  readonly wrong: BookingId;
  readonly missing: BookingId;
  readonly crowded: BookingId;
  /** An id whose booking `makeLate` makes. */
  readonly late: BookingId;
}

export interface StepContext {
  readonly kind: NoticeKind;
  readonly trial: NoticeTrial;
  readonly bookings: TrialBookings;
  /** From now on the late booking can be fetched. */
  readonly makeLate: () => Promise<void>;
}

export interface Step {
  readonly name: string;
  readonly title: string;
  /** The booking that it needs to itself. */
  readonly of: keyof TrialBookings;
  /** The step without which it says nothing. */
  readonly needs?: string;
  readonly run: (context: StepContext) => Promise<Finding>;
}

const crowdSize = 20;

const closed =
  (header: 'wrong' | 'missing', what: string) =>
  async ({ kind, trial, bookings }: StepContext): Promise<Finding> => {
    const notice = { kind, booking: bookings[header] };
    const refused = await trial.send(notice, header);
    const afterwards = refused.reason === 'unauthorised' ? await trial.settle(notice) : [];
    return judgeClosed({ refused, afterwards }, what);
  };

const crowded = async ({ kind, trial, bookings }: StepContext): Promise<Finding> => {
  const notice = { kind, booking: bookings.crowded };
  const tellsDuplicates = trial.exchanges().some(({ reason }) => reason === 'duplicate');
  const answers = await Promise.all(Array.from({ length: crowdSize }, () => trial.send(notice)));
  const afterwards = answers.some(isPutOff) ? await trial.settle(notice) : [];
  return judgeAtOnce({ answers, afterwards, tellsDuplicates });
};

const retried = async ({ kind, trial, bookings, makeLate }: StepContext): Promise<Finding> => {
  const notice = { kind, booking: bookings.late };
  const early = await trial.send(notice);
  await makeLate();
  const afterwards = isAccepted(early) ? [] : await trial.settle(notice);
  return judgeRetry({ early, afterwards });
};

/** Without it nothing of that kind can be tried further. */
export const acceptsStep: Step = {
  name: 'accepts',
  title: 'a notice is taken: 202',
  of: 'plain',
  run: async ({ kind, trial, bookings }) =>
    judgeAccepted(await trial.settle({ kind, booking: bookings.plain }), 'it'),
};

/** Tried of every kind of notice that the endpoint takes, in this order. */
export const steps: readonly Step[] = [
  {
    name: 'duplicate',
    title: 'the same again is known: 400 duplicate_request, or 202',
    of: 'plain',
    run: async ({ kind, trial, bookings }) =>
      judgeDuplicate(await trial.settle({ kind, booking: bookings.plain })),
  },
  {
    name: 'wrong_header',
    title: 'a wrong header value gets 401 and has no effect',
    of: 'wrong',
    run: closed('wrong', 'a wrong header value'),
  },
  {
    name: 'missing_header',
    title: 'no header gets 401 and has no effect',
    of: 'missing',
    run: closed('missing', 'no header'),
  },
  {
    name: 'at_once',
    title: `${crowdSize} at once of one booking have one effect`,
    of: 'crowded',
    needs: 'duplicate',
    run: crowded,
  },
];

/** Of the first kind alone: a cancel's booking has been there since its create. */
export const retryStep: Step = {
  name: 'retry',
  title: 'what was answered 404 is taken when it comes again',
  of: 'late',
  run: retried,
};
