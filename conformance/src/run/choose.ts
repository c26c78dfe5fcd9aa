import type { Clause } from '../clauses/clause.js';
import { UsageFault } from '../faults.js';
import type { Profile } from '../profile/profile.js';
import { clausesOfScenario, type Scenario, type TargetName } from '../scenarios/scenario.js';

export interface Filters {
  /** Scenario ids. */
  readonly only?: readonly string[];
  readonly tags?: readonly string[];
  readonly clauses?: readonly string[];
}

export interface Choice {
  readonly scenarios: readonly Scenario[];
  /** Clauses a verdict is due for. */
  readonly clauses: readonly Clause[];
  readonly partial: boolean;
}

/**
 * Targets asked for, or else those the profile describes.
 *
 * @throws UsageFault when a target lacks what it cannot do without.
 */
export function chooseTargets(
  asked: readonly TargetName[] | undefined,
  profile: Profile,
): readonly TargetName[] {
  const described: readonly (TargetName | undefined)[] = [
    profile.base_url === undefined ? undefined : 'api',
    profile.receiver === undefined ? undefined : 'receiver',
    profile.sender === undefined ? undefined : 'sender',
  ];
  const targets = asked ?? described.filter((target) => target !== undefined);
  if (targets.length === 0) throw new UsageFault('nothing to test: give --base-url or a profile');
  for (const target of targets) checkTarget(target, profile);
  return targets;
}

/** Scenarios and clauses that the targets and filters leave. */
export function choose(
  all: { readonly scenarios: readonly Scenario[]; readonly clauses: readonly Clause[] },
  targets: readonly TargetName[],
  filters: Filters,
): Choice {
  checkNames(filters, all);
  const { only, tags, clauses } = filters;
  const scenarios = all.scenarios
    .filter(({ target }) => targets.includes(target))
    .filter(({ id }) => only === undefined || only.includes(id))
    .filter((one) => tags === undefined || tags.some((tag) => one.tags?.includes(tag)))
    .filter((one) => clauses === undefined || clausesOfScenario(one).some((id) => clauses.includes(id)));
  const partial = only !== undefined || tags !== undefined || clauses !== undefined;
  const named = new Set(scenarios.flatMap(clausesOfScenario));
  const due = all.clauses
    .filter((clause) => (partial ? named.has(clause.id) : targets.includes(clause.target)))
    .filter(({ id }) => clauses === undefined || clauses.includes(id));
  return { scenarios, clauses: due, partial };
}

function checkTarget(target: TargetName, profile: Profile): void {
  const needs =
    target === 'receiver' ? profile.receiver : target === 'sender' ? profile.sender : profile.base_url;
  const setting =
    target === 'api' ? 'a base URL (--base-url or base_url)' : `a \`${target}:\` part in the profile`;
  if (needs === undefined) throw new UsageFault(`target ${target} needs ${setting}`);
  if (target === 'sender' && profile.base_url === undefined) {
    throw new UsageFault('target sender needs base_url too: notices follow bookings');
  }
}

function checkNames(
  { only, tags, clauses }: Filters,
  all: { readonly scenarios: readonly Scenario[]; readonly clauses: readonly Clause[] },
): void {
  const check = (what: string, asked: readonly string[] | undefined, known: readonly string[]): void => {
    const odd = asked?.find((name) => !known.includes(name));
    if (odd !== undefined) throw new UsageFault(`there is no ${what} ${odd}; \`list\` shows all`);
  };
  check(
    'scenario',
    only,
    all.scenarios.map(({ id }) => id),
  );
  check(
    'tag',
    tags,
    all.scenarios.flatMap((scenario) => scenario.tags ?? []),
  );
  check(
    'clause',
    clauses,
    all.clauses.map(({ id }) => id),
  );
}
