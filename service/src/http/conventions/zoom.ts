import { Problem } from '../../base/problem.js';

export interface Zoom {
  readonly relations: ReadonlySet<string>;
  /** `:none`: what is embedded by default is left out. */
  readonly isDefaultSuppressed: boolean;
}

const fault = (curie: string, known: readonly string[]): Problem =>
  new Problem('request_parameter_invalid', {
    fields: ['zoom'],
    details: `:none${known.map((name) => `, ${curie}:${name}`).join('')} can be asked for here`,
  });

/** Reads a comma-separated `zoom` of prefixed relations. Throws 400 for one that the record does not have. */
export const readZoom = (text: string, curie: string, known: readonly string[]): Zoom => {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const relations = new Set<string>();
  for (const item of items) {
    if (item === ':none') continue;
    const name = item.startsWith(`${curie}:`) ? item.slice(curie.length + 1) : '';
    if (!known.includes(name)) throw fault(curie, known);
    relations.add(name);
  }
  return { relations, isDefaultSuppressed: items.includes(':none') };
};

export const isEmbedded = (zoom: Zoom, relation: string, isDefault: boolean): boolean =>
  zoom.relations.has(relation) || (isDefault && !zoom.isDefaultSuppressed);
