import type { NoticeKind } from '../../bookings/booking.js';
import { judgeSlowest } from './judge-slowest.js';
import type { NoticeTrial } from './notice-trial.js';
import type { Finding, StepReport } from './self-test-report.js';
import { acceptsStep, retryStep, type Step, type StepContext, steps, type TrialBookings } from './steps.js';
import { isAccepted } from './trial-answer.js';

export interface StepRunOptions {
  /** Those that the endpoint takes, the create first. */
  readonly kinds: readonly NoticeKind[];
  readonly trial: NoticeTrial;
  readonly bookings: TrialBookings;
  readonly makeLate: () => Promise<void>;
  /** The bookings are cancelled; the late one too. */
  readonly cancel: () => Promise<void>;
  /** The deadline of notices, ms. */
  readonly deadlineMs: number;
  readonly onStep: (steps: readonly StepReport[]) => Promise<void>;
}

interface Planned {
  readonly kind: NoticeKind;
  readonly step: Step;
}

/** A cancel's own step is tried on a booking whose create was taken, as it is in life. */
const plan = (kinds: readonly NoticeKind[]): readonly Planned[] =>
  kinds.flatMap((kind, index) =>
    [acceptsStep, ...steps, ...(index === 0 ? [retryStep] : [])].map((step) => ({ kind, step })),
  );

const isGood = ({ status }: Finding): boolean => status !== 'failed' && status !== 'skipped';

const skip = (why: string): Finding => ({ status: 'skipped', message: why });

const titleOf = ({ kind, step }: Planned, kinds: readonly NoticeKind[]): string =>
  kind === 'cancel' && step === acceptsStep && kinds.length > 1
    ? `the cancel of a booking after its create: ${step.title}`
    : step.title;

/** Runs the steps one after the other and reports them as they end. */
export const runSteps = async (options: StepRunOptions): Promise<readonly StepReport[]> => {
  const { kinds, trial, bookings } = options;
  const reports: StepReport[] = [];
  let reported = 0;

  const report = async (name: string, title: string, finding: Finding): Promise<void> => {
    const exchanges = trial.exchanges().slice(reported);
    reported += exchanges.length;
    reports.push({ name, title, ...finding, exchanges });
    await options.onStep([...reports]);
  };

  /** In life a cancel is sent only of a booking whose create was. */
  const isCreateTaken = ({ step }: Planned): boolean =>
    trial
      .exchanges()
      .some(
        (exchange) =>
          exchange.kind === 'create' && exchange.booking === bookings[step.of] && isAccepted(exchange),
      );

  /** Why a step cannot be tried, where it cannot. */
  const obstacle = (planned: Planned): string | undefined => {
    const { kind, step } = planned;
    if (kind === 'cancel' && kinds.includes('create') && !isCreateTaken(planned))
      return 'the create of its booking was not taken';
    const needed = [acceptsStep.name, ...(step.needs === undefined ? [] : [step.needs])];
    const bad = reports.find(
      (made) => needed.some((name) => made.name === `${kind}.${name}`) && !isGood(made),
    );
    return bad === undefined ? undefined : `it needs ${bad.name}`;
  };

  const tryStep = (planned: Planned): Promise<Finding> => {
    const missing = obstacle(planned);
    if (missing !== undefined) return Promise.resolve(skip(`not tried: ${missing}`));
    const context: StepContext = { ...options, kind: planned.kind };
    return planned.step.run(context);
  };

  if (kinds[0] === 'cancel') await options.cancel();
  for (const planned of plan(kinds)) {
    const { kind, step } = planned;
    if (kind === 'cancel' && step === acceptsStep && kinds.length > 1) await options.cancel();
    await report(`${kind}.${step.name}`, titleOf(planned, kinds), await tryStep(planned));
  }
  const slowest = judgeSlowest(trial.exchanges(), options.deadlineMs);
  await report('slowest', 'answers come in time', slowest);
  return reports;
};
