import type { Report } from '../../src/index.js';

/** Clauses a run found broken, sorted: failed, warned about, or otherwise than we decided. */
export function redClauses(report: Report): readonly string[] {
  return report.clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'open')
    .map(({ id }) => id)
    .sort();
}

/** A line per broken clause with what was seen, for a failing test's message. */
export function redWords(report: Report): string {
  const red = redClauses(report);
  const lines = report.clauses
    .filter(({ id }) => red.includes(id))
    .flatMap(({ id, evidence }) =>
      evidence
        .filter(({ outcome }) => outcome === 'failed')
        .map(
          ({ scenario, step, expected, actual }) => `${id} in ${scenario}, ${step}: ${expected}; ${actual}`,
        ),
    );
  return `${report.message}\n${lines.join('\n')}`;
}
