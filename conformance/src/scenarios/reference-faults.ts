import { clausesOf, type Expectation, type Scenario, type Step } from './scenario.js';
import type { Path, SourceDocument } from './source-document.js';

/** Every name a scenario may refer to. */
export interface KnownNames {
  readonly clauses: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
  readonly schemas: ReadonlySet<string>;
  readonly capabilities: ReadonlySet<string>;
}

interface NamesWithParts extends KnownNames {
  readonly parts: ReadonlySet<string>;
}

const actions = [
  'request',
  'cancel',
  'let',
  'include',
  'plan',
  'notice',
  'watch',
  'effects',
  'trouble',
  'fresh_booking',
] as const;
const assertions = [
  'status',
  'equals',
  'not_equals',
  'one_of',
  'exists',
  'matches',
  'is',
  'schema',
  'check',
] as const;

/** Lines for what a JSON Schema cannot see: unknown names, no action, more than one assertion. */
export function referenceFaults(scenario: Scenario, source: SourceDocument, known: NamesWithParts): string[] {
  const faults: string[] = [];
  const say = (path: Path, words: string): void => {
    faults.push(`${source.place(path)}: ${words}`);
  };
  for (const [index, name] of (scenario.requires ?? []).entries()) {
    if (!known.capabilities.has(name)) say(['requires', index], `capability ${name} is not known`);
  }
  for (const list of ['steps', 'cleanup'] as const) {
    for (const [index, step] of (scenario[list] ?? []).entries()) {
      stepFaults(step, known, (path, words) => say([list, index, ...path], words));
    }
  }
  return faults;
}

type Say = (path: Path, words: string) => void;

function stepFaults(step: Step, known: NamesWithParts, say: Say): void {
  const chosen = actions.filter((name) => Object.hasOwn(step, name));
  if (chosen.length !== 1) say([], `step ${step.id} needs exactly one of ${actions.join(', ')}`);
  if (step.include !== undefined && !known.parts.has(step.include)) {
    say(['include'], `there is no part named ${step.include}`);
  }
  for (const [index, expectation] of (step.expect ?? []).entries()) {
    expectationFaults(expectation, known, (path, words) => say(['expect', index, ...path], words));
  }
}

function expectationFaults(expectation: Expectation, known: KnownNames, say: Say): void {
  const chosen = assertions.filter((name) => Object.hasOwn(expectation, name));
  if (chosen.length !== 1) say([], `an expectation needs exactly one of ${assertions.join(', ')}`);
  for (const clause of clausesOf(expectation)) {
    if (!known.clauses.has(clause)) say(['clause'], `clause ${clause} is not in clauses.yaml`);
  }
  const { schema, check } = expectation;
  if (schema !== undefined && !known.schemas.has(schema))
    say(['schema'], `there is no schema named ${schema}`);
  if (check !== undefined && !known.checks.has(check)) say(['check'], `there is no check named ${check}`);
}
