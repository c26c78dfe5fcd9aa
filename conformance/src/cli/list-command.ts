import { loadCatalogue } from '../run/run-conformance.js';
import { clausesOfScenario, type Scenario } from '../scenarios/scenario.js';

/** All scenarios, then all clauses with their levels. */
export function listCommand(): string {
  const { scenarios, clauses } = loadCatalogue();
  const lines = clauses.map(
    ({ id, level, target, text }) => `${level.padEnd(6)} ${target.padEnd(8)} ${id}  ${text}`,
  );
  return `${scenarioLines(scenarios)}\n${lines.join('\n')}\n`;
}

/** A line per scenario and, below it, what it needs and tests. */
export function scenarioLines(scenarios: readonly Scenario[]): string {
  const lines = scenarios.map((scenario) => {
    const { id, target, title, requires = [], tags = [] } = scenario;
    const clauses = clausesOfScenario(scenario).join(' ');
    const needs = requires.length === 0 ? 'nothing' : requires.join(', ');
    return `${target.padEnd(8)} ${id}  ${title}\n    tags ${tags.join(', ')}; needs ${needs}\n    tests ${clauses}\n`;
  });
  return lines.join('');
}
