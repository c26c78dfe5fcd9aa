import { join } from 'node:path';
import { UsageFault } from '../faults.js';
import type { SchemaLibrary } from '../json/schema-library.js';
import { packageRoot } from '../package-root.js';
import type { TargetName } from '../scenarios/scenario.js';
import { readSource, schemaFaultLines } from '../scenarios/source-document.js';

export type Level = 'MUST' | 'SHOULD' | 'OPEN';

/** One testable statement of the API in our own words, numbered after the document's section. */
export interface Clause {
  readonly id: string;
  readonly level: Level;
  readonly target: TargetName;
  readonly text: string;
  readonly decision?: number;
  readonly untestable?: string;
}

/**
 * All clauses of a clauses file, in its order.
 *
 * @throws UsageFault naming file and line when the file is wrong or an id occurs twice.
 */
export function loadClauses(
  schemas: SchemaLibrary,
  file = join(packageRoot, 'clauses.yaml'),
): readonly Clause[] {
  const source = readSource(file);
  const isClauses = schemas.guard<{ readonly clauses: readonly Clause[] }>('clauses.schema');
  const { value } = source;
  if (!isClauses(value)) throw new UsageFault(schemaFaultLines(source, isClauses.errors ?? []).join('\n'));
  const seen = new Set<string>();
  for (const [index, clause] of value.clauses.entries()) {
    if (seen.has(clause.id)) {
      throw new UsageFault(`${source.place(['clauses', index])}: clause ${clause.id} is defined twice`);
    }
    seen.add(clause.id);
  }
  return value.clauses;
}
