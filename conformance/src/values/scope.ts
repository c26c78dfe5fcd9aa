import { BlockedStep } from '../faults.js';
import { atPointer } from '../json/pointer.js';
import { isObject } from '../json/value.js';

/** Names known at a point of a scenario: run variables, captures and computed values. */
export type Scope = ReadonlyMap<string, unknown>;

const placeholder = /\$\{([a-z][a-z0-9_]*(?:\.[A-Za-z0-9_*:-]+)*)\}/g;

/**
 * The template with every `${name}` or `${name.member.0}` filled in, in strings at any depth.
 *
 * A string that is one placeholder and nothing else becomes the value itself, whatever its type.
 * @throws BlockedStep when a name has no value.
 */
export function fillIn(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') return fillInString(template, scope);
  if (Array.isArray(template)) return template.map((item) => fillIn(item, scope));
  if (!isObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillIn(value, scope)]));
}

/** As `fillIn`, for a template whose result is text. */
export function fillInText(template: string, scope: Scope): string {
  return asText(fillInString(template, scope));
}

/** True when the template needs nothing filled in, so that it cannot carry a secret. */
export function isLiteral(template: string): boolean {
  return template.search(placeholder) === -1;
}

function fillInString(template: string, scope: Scope): unknown {
  const whole = new RegExp(`^${placeholder.source}$`).exec(template);
  if (whole?.[1] !== undefined) return namedValue(whole[1], scope);
  return template.replace(placeholder, (_all, path: string) => asText(namedValue(path, scope)));
}

function namedValue(path: string, scope: Scope): unknown {
  const [name = '', ...members] = path.split('.');
  const value = atPointer(scope.get(name), members.map((member) => `/${member}`).join(''));
  if (value === undefined) throw new BlockedStep(`no value for \${${path}}: nothing before gave one`);
  return value;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
