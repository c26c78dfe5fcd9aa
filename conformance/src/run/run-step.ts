import type { Send } from '../exchange/send.js';
import { assertionWords, evaluate, isApplicable } from '../expectations/evaluate.js';
import { BlockedStep, EnvironmentFault, faultText } from '../faults.js';
import { atPointer } from '../json/pointer.js';
import type { Observation, ObservationOutcome } from '../judge/observation.js';
import { clausesOf, type Expectation, type Step } from '../scenarios/scenario.js';
import type { ActionResult } from './action-result.js';
import type { RunContext } from './context.js';
import { type FreshBooking, perform, type StepAt } from './perform.js';

export interface StepContext extends RunContext {
  readonly freshBooking: FreshBooking;
  /** Sends even when the run has been interrupted: for cleaning up. */
  readonly sendAlways: Send;
  readonly observe: (observation: Observation) => void;
}

/** Why nothing more of a scenario can be judged, and what that makes of its clauses. */
export interface Stop {
  readonly outcome: Exclude<ObservationOutcome, 'passed' | 'failed'>;
  readonly reason: string;
}

/**
 * Takes one step and judges it; gives a reason when the scenario cannot go on.
 *
 * A step that lacks a value is left out alone: later steps may not need it, and say so themselves if they do.
 */
export async function runStep(context: StepContext, step: Step, at: StepAt): Promise<Stop | undefined> {
  const { scenario } = at.place;
  try {
    const result = await perform(context, step, at);
    if (result.environment !== undefined) {
      const stop: Stop = { outcome: 'environment', reason: result.environment };
      skipStep(context, step, { stop, scenario, exchanges: result.exchanges });
      return stop;
    }
    const judged = judgeStep(context, { step, at, result });
    capture(context, step, at, result);
    return judged;
  } catch (fault) {
    const stop = stopFor(fault);
    skipStep(context, step, { stop, scenario });
    const isPrecondition = (step.expect ?? []).length === 0 && step.let === undefined;
    return fault instanceof BlockedStep && !isPrecondition ? undefined : stop;
  }
}

/** Records what a step would have judged as not judged, with the reason. */
export function skipStep(
  context: Pick<StepContext, 'observe'>,
  step: Step,
  why: { readonly stop: Stop; readonly scenario: string; readonly exchanges?: readonly number[] },
): void {
  const { stop, ...rest } = why;
  for (const expectation of step.expect ?? [])
    observeAll(context, expectation, { ...rest, step: step.id, ...stop });
}

function stopFor(fault: unknown): Stop {
  if (fault instanceof BlockedStep) return { outcome: 'not verified', reason: fault.message };
  if (fault instanceof EnvironmentFault) return { outcome: 'environment', reason: fault.message };
  return { outcome: 'harness fault', reason: `the runner itself failed: ${faultText(fault)}` };
}

interface Judged {
  readonly step: Step;
  readonly at: StepAt;
  readonly result: ActionResult;
}

/**
 * Judges a step's expectations in order.
 *
 * After a status that is not as expected the body is another kind of body, so the rest of the step is left unjudged
 * rather than blamed; a failed precondition ends the scenario.
 */
function judgeStep(context: StepContext, { step, at, result }: Judged): Stop | undefined {
  const { subject, exchanges } = result;
  const base = { scenario: at.place.scenario, step: step.id, exchanges };
  let left: Stop | undefined;
  let endsScenario = false;
  for (const expectation of step.expect ?? []) {
    if (left !== undefined) {
      observeAll(context, expectation, { ...base, ...left });
      continue;
    }
    if (!isApplicable(expectation, subject)) {
      const reason = 'the answer is of another kind';
      observeAll(context, expectation, { ...base, outcome: 'not applicable', reason });
      continue;
    }
    const found = evaluate(expectation, { subject, scope: at.scope, schemas: context.schemas });
    observeAll(context, expectation, {
      ...base,
      outcome: found === undefined ? 'passed' : 'failed',
      ...found,
    });
    if (found === undefined || !endsStep(expectation)) continue;
    left = {
      outcome: 'not verified',
      reason: `${step.id}: expected ${found.expected}, there was ${found.actual}`,
    };
    endsScenario = expectation.needed === 'scenario' || clausesOf(expectation).length === 0;
  }
  return endsScenario ? left : undefined;
}

function endsStep(expectation: Expectation): boolean {
  const { status, needed } = expectation;
  return status !== undefined || needed !== undefined || clausesOf(expectation).length === 0;
}

function observeAll(
  context: Pick<StepContext, 'observe'>,
  expectation: Expectation,
  part: Omit<Observation, 'clause' | 'says'>,
): void {
  const says = assertionWords(expectation);
  for (const clause of clausesOf(expectation)) context.observe({ clause, says, ...part });
}

function capture(context: StepContext, step: Step, at: StepAt, result: ActionResult): void {
  for (const [name, pointer] of Object.entries(step.capture ?? {})) {
    const value = atPointer(result.subject.body, pointer);
    if (value !== undefined) at.scope.set(name, value);
    if (typeof value === 'string' && /code|token|secret/.test(name))
      context.redactor.learn(name.toUpperCase(), value);
  }
}
