import type { Part, Scenario, Step } from './scenario.js';

/** The scenario with each `include` replaced by the names given to the part and the part's steps. */
export function expandParts(scenario: Scenario, parts: ReadonlyMap<string, Part>): Scenario {
  const expand = (steps: readonly Step[]): readonly Step[] =>
    steps.flatMap((step) => expandStep(step, parts));
  const { cleanup } = scenario;
  const steps = expand(scenario.steps);
  return cleanup === undefined ? { ...scenario, steps } : { ...scenario, steps, cleanup: expand(cleanup) };
}

function expandStep(step: Step, parts: ReadonlyMap<string, Part>): readonly Step[] {
  if (step.include === undefined) return [step];
  const part = parts.get(step.include);
  if (part === undefined) throw new Error(`part ${step.include} was checked and is gone`);
  const given: Step = { id: `${step.id}.with`, let: step.with ?? {} };
  return [given, ...part.steps.map((inner) => ({ ...inner, id: `${step.id}.${inner.id}` }))];
}
