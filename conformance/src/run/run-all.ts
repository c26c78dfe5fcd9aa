import { type Capabilities, createCapabilities } from '../capabilities/capabilities.js';
import type { MissingCapability } from '../capabilities/result.js';
import { BlockedStep, EnvironmentFault } from '../faults.js';
import type { Scenario, TargetName } from '../scenarios/scenario.js';
import type { Scope } from '../values/scope.js';
import type { Choice } from './choose.js';
import { preflight } from './preflight.js';
import { runScenario, type ScenarioResult } from './run-scenario.js';
import type { StepContext } from './run-step.js';
import { registerReceiver } from './set-up-sender.js';

/** One scenario has ended. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly scenario: ScenarioResult;
}

export interface RunAllOptions {
  readonly readOnly?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** So many scenarios in a row without an answer mean that the target is gone. */
const patience = 3;

/** Runs the chosen scenarios one after the other; a target that cannot be asked costs three of them, not all. */
export async function runAll(
  context: StepContext,
  choice: Choice,
  options: RunAllOptions,
): Promise<readonly ScenarioResult[]> {
  const capabilities = createCapabilities(context);
  const setUpFaults = await findSetUpFaults(context, choice.scenarios);
  const results: ScenarioResult[] = [];
  let unreached = 0;
  for (const scenario of choice.scenarios) {
    const gone = unreached >= patience ? environment('given up: the target stopped answering') : undefined;
    const early = whyNot(scenario, options) ?? setUpFaults.get(scenario.target) ?? gone;
    const needs = early ?? (await gather(capabilities, scenario));
    const result = isMissing(needs)
      ? await runScenario(context, { scenario, scope: new Map(), lacks: needs })
      : await runScenario(context, { scenario, scope: needs, lacks: undefined });
    if (result.outcome !== 'skipped') unreached = result.outcome === 'unreached' ? unreached + 1 : 0;
    results.push(result);
    options.onProgress?.({ done: results.length, total: choice.scenarios.length, scenario: result });
  }
  return results;
}

/** Faults found before the first scenario, by the target they make unanswerable. */
async function findSetUpFaults(
  context: StepContext,
  scenarios: readonly Scenario[],
): Promise<ReadonlyMap<TargetName, MissingCapability>> {
  const faults = new Map<TargetName, MissingCapability>();
  const targets = new Set(scenarios.map(({ target }) => target));
  if (targets.has('api') || targets.has('sender')) {
    const fault = await environmentFault(() => preflight(context));
    if (fault !== undefined) return faults.set('api', fault).set('sender', fault);
  }
  const { sender } = context.profile;
  if (targets.has('sender') && sender !== undefined) {
    const fault = await environmentFault(() => registerReceiver(context, sender));
    if (fault !== undefined) faults.set('sender', fault);
  }
  return faults;
}

async function environmentFault(attempt: () => Promise<void>): Promise<MissingCapability | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (fault) {
    if (fault instanceof BlockedStep) return { ok: false, outcome: 'not verified', reason: fault.message };
    if (!(fault instanceof EnvironmentFault)) throw fault;
    return environment(fault.message);
  }
}

function whyNot(scenario: Scenario, { readOnly, signal }: RunAllOptions): MissingCapability | undefined {
  if (signal?.aborted === true)
    return { ok: false, outcome: 'not verified', reason: 'the run was interrupted' };
  if (readOnly !== true || scenario.writes !== true) return undefined;
  return { ok: false, outcome: 'not verified', reason: 'left out by --read-only' };
}

function environment(reason: string): MissingCapability {
  return { ok: false, outcome: 'environment', reason };
}

/** All values the scenario requires, or the first capability that is not there. */
async function gather(capabilities: Capabilities, scenario: Scenario): Promise<Scope | MissingCapability> {
  const scope = new Map<string, unknown>();
  for (const name of scenario.requires ?? []) {
    const result = await capabilities.get(name);
    if (!result.ok) return { ...result, reason: `${name}: ${result.reason}` };
    for (const [key, value] of Object.entries(result.values)) scope.set(key, value);
  }
  return scope;
}

function isMissing(needs: Scope | MissingCapability): needs is MissingCapability {
  return 'ok' in needs;
}
