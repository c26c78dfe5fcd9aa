import type { MissingCapability } from '../capabilities/result.js';
import type { Scenario, Step } from '../scenarios/scenario.js';
import type { Scope } from '../values/scope.js';
import { cancelAction } from './actions/cancel.js';
import { runStep, type StepContext, type Stop, skipStep } from './run-step.js';

export interface ScenarioResult {
  readonly id: string;
  readonly title: string;
  readonly target: string;
  /** `unreached`: the target could not be asked. */
  readonly outcome: 'ran' | 'stopped' | 'skipped' | 'unreached';
  readonly reason?: string;
  readonly durationMs: number;
}

export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly scope: Scope;
  /** What its `requires` came to. */
  readonly lacks: MissingCapability | undefined;
}

/** Runs one scenario; its cleanup is taken and its bookings are cancelled whatever happens. */
export async function runScenario(context: StepContext, run: ScenarioRun): Promise<ScenarioResult> {
  const { scenario, lacks } = run;
  const startedAt = context.clock.now();
  const done = (part: Pick<ScenarioResult, 'outcome' | 'reason'>): ScenarioResult => {
    const { id, title, target } = scenario;
    return { id, title, target, ...part, durationMs: context.clock.now() - startedAt };
  };
  if (lacks !== undefined) {
    skipAll(context, scenario, lacks);
    return done({ outcome: 'skipped', reason: lacks.reason });
  }
  const scope = new Map(run.scope);
  const stop = await runSteps(context, scenario.steps, { scenario, scope });
  const always = { ...context, send: context.sendAlways };
  await runSteps(always, scenario.cleanup ?? [], { scenario, scope });
  await cancelLeftOvers(always, { scenario, scope });
  if (stop === undefined) return done({ outcome: 'ran' });
  return done({ outcome: stop.outcome === 'environment' ? 'unreached' : 'stopped', reason: stop.reason });
}

interface In {
  readonly scenario: Scenario;
  readonly scope: Map<string, unknown>;
}

async function runSteps(
  context: StepContext,
  steps: readonly Step[],
  { scenario, scope }: In,
): Promise<Stop | undefined> {
  let stop: Stop | undefined;
  for (const step of steps) {
    if (stop !== undefined) skipStep(context, step, { stop, scenario: scenario.id });
    else stop = await runStep(context, step, { scope, place: { scenario: scenario.id, step: step.id } });
  }
  return stop;
}

async function cancelLeftOvers(context: StepContext, { scenario, scope }: In): Promise<void> {
  const place = { scenario: scenario.id, step: 'cancel what is left' };
  for (const bookingId of context.ledger.open(scenario.id)) {
    try {
      await cancelAction(context, bookingId, { scope, place });
    } catch (fault) {
      context.ledger.kept(bookingId, fault instanceof Error ? fault.message : String(fault));
    }
  }
}

/** A capability the owner declared absent makes clauses not applicable; one that is missing leaves them unverified. */
function skipAll(context: StepContext, scenario: Scenario, lacks: MissingCapability): void {
  const stop = { outcome: lacks.outcome, reason: lacks.reason };
  for (const step of [...scenario.steps, ...(scenario.cleanup ?? [])]) {
    skipStep(context, step, { stop, scenario: scenario.id });
  }
}
