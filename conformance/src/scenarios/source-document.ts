import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { faultText, UsageFault } from '../faults.js';

export type Path = readonly (string | number)[];

/** A YAML or JSON file with the places of its parts, for messages that name file and line. */
export interface SourceDocument {
  readonly file: string;
  readonly value: unknown;
  /** `file:line` of the part at that path, or of its nearest parent. */
  readonly place: (path: Path) => string;
}

/**
 * Reads and parses one file.
 *
 * @throws UsageFault naming file and line when it cannot be read or is no YAML.
 */
export function readSource(file: string): SourceDocument {
  const text = readText(file);
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const fault = parsed.errors[0];
  if (fault !== undefined)
    throw new UsageFault(`${file}:${lines.linePos(fault.pos[0]).line}: ${fault.message}`);
  const lineAt = (path: Path): number | undefined => {
    const node = path.length === 0 ? parsed.contents : parsed.getIn(path, true);
    return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  };
  const place = (path: Path): string => {
    for (let length = path.length; length >= 0; length -= 1) {
      const line = lineAt(path.slice(0, length));
      if (line !== undefined) return `${file}:${line}`;
    }
    return file;
  };
  const value: unknown = parsed.toJS();
  return { file, value, place };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    throw new UsageFault(`${file} cannot be read: ${faultText(fault)}`);
  }
}

/** One line per schema fault: place, what is wrong, and the offending name where there is one. */
export function schemaFaultLines(source: SourceDocument, faults: readonly ErrorObject[]): string[] {
  const lines = faults.map((fault) => `${source.place(pathOf(fault))}: ${faultWords(fault)}`);
  return [...new Set(lines)];
}

function pathOf(fault: ErrorObject): Path {
  const path = fault.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const extra: unknown = fault.params['additionalProperty'];
  return typeof extra === 'string' ? [...path, extra] : path;
}

function faultWords(fault: ErrorObject): string {
  const where = fault.instancePath === '' ? 'the document' : fault.instancePath;
  const extra: unknown = fault.params['additionalProperty'];
  if (typeof extra === 'string') return `${where} has the unknown member "${extra}"`;
  const allowed: unknown = fault.params['allowedValues'];
  const choice = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  return `${where} ${fault.message ?? 'is wrong'}${choice}`;
}
