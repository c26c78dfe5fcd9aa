import { assertionWords } from '../expectations/evaluate.js';
import { UsageFault } from '../faults.js';
import { loadCatalogue } from '../run/run-conformance.js';
import { clausesOf } from '../scenarios/scenario.js';

/**
 * A clause, its level, and every assertion that tests it.
 *
 * @throws UsageFault when there is no such clause.
 */
export function showCommand(id: string): string {
  const { clauses, scenarios } = loadCatalogue();
  const clause = clauses.find((one) => one.id === id);
  if (clause === undefined) throw new UsageFault(`there is no clause ${id}; \`list\` shows all`);
  const tests = scenarios.flatMap((scenario) =>
    scenario.steps.flatMap((step) =>
      (step.expect ?? [])
        .filter((expectation) => clausesOf(expectation).includes(id))
        .map((expectation) => `  ${scenario.id}, ${step.id}: ${assertionWords(expectation)}`),
    ),
  );
  const decision =
    clause.decision === undefined ? [] : [`the document is silent; our decision ${clause.decision}`];
  const untestable = clause.untestable === undefined ? [] : [`not testable: ${clause.untestable}`];
  return `${[`${clause.id}  ${clause.level}  ${clause.target}`, clause.text, ...decision, ...untestable, ...tests].join('\n')}\n`;
}
