import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageFault } from '../faults.js';
import type { SchemaLibrary } from '../json/schema-library.js';
import { packageRoot } from '../package-root.js';
import { expandParts } from './expand-parts.js';
import { type KnownNames, referenceFaults } from './reference-faults.js';
import type { Part, Scenario } from './scenario.js';
import { readSource, type SourceDocument, schemaFaultLines } from './source-document.js';

/**
 * All scenarios of a folder with their parts put in place, sorted by file name.
 *
 * @throws UsageFault with one line per fault, each naming file and line; nothing has been sent by then.
 */
export function loadScenarios(
  schemas: SchemaLibrary,
  known: KnownNames,
  folder = join(packageRoot, 'scenarios'),
): readonly Scenario[] {
  const faults: string[] = [];
  const parts = new Map<string, Part>();
  for (const source of sourcesIn(join(folder, 'parts'), faults)) {
    const isPart = schemas.guard<Part>('part.schema');
    const { value } = source;
    if (isPart(value)) parts.set(nameOf(source.file), value);
    else faults.push(...schemaFaultLines(source, isPart.errors ?? []));
  }
  const scenarios: Scenario[] = [];
  for (const source of sourcesIn(folder, faults)) {
    const isScenario = schemas.guard<Scenario>('scenario.schema');
    const { value } = source;
    if (!isScenario(value)) {
      faults.push(...schemaFaultLines(source, isScenario.errors ?? []));
      continue;
    }
    faults.push(...referenceFaults(value, source, { ...known, parts: new Set(parts.keys()) }));
    if (scenarios.some((other) => other.id === value.id)) {
      faults.push(`${source.place(['id'])}: scenario ${value.id} is defined twice`);
    }
    scenarios.push(value);
  }
  if (faults.length > 0) throw new UsageFault(faults.join('\n'));
  return scenarios.map((scenario) => expandParts(scenario, parts));
}

function sourcesIn(folder: string, faults: string[]): SourceDocument[] {
  const found: SourceDocument[] = [];
  for (const file of yamlFiles(folder)) {
    try {
      found.push(readSource(file));
    } catch (fault) {
      if (!(fault instanceof UsageFault)) throw fault;
      faults.push(fault.message);
    }
  }
  return found;
}

function yamlFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => shownPath(join(folder, file)));
  } catch {
    return [];
  }
}

/** A path the reader can open from where they are. */
function shownPath(file: string): string {
  const short = relative('.', file);
  return short.startsWith('..') ? file : short;
}

function nameOf(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/\.yaml$/, '');
}
