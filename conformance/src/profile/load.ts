import { UsageFault } from '../faults.js';
import type { SchemaLibrary } from '../json/schema-library.js';
import { isObject } from '../json/value.js';
import { readSource, schemaFaultLines } from '../scenarios/source-document.js';
import type { Profile } from './profile.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface LoadedProfile {
  readonly profile: Profile;
  /** Values taken from the environment, by variable name: all of them are treated as secrets. */
  readonly secrets: ReadonlyMap<string, string>;
}

/**
 * Reads a profile file (YAML or JSON) and fills in `${env:NAME}`.
 *
 * @throws UsageFault naming file and line, or the variable that is not set.
 */
export function loadProfile(file: string, environment: Environment, schemas: SchemaLibrary): LoadedProfile {
  const source = readSource(file);
  const secrets = new Map<string, string>();
  const value = withEnvironment(source.value ?? {}, environment, secrets);
  const isProfile = schemas.guard<Profile>('profile.schema');
  if (!isProfile(value)) throw new UsageFault(schemaFaultLines(source, isProfile.errors ?? []).join('\n'));
  return { profile: value, secrets };
}

/**
 * A profile put together by a program or from flags, checked like a file.
 *
 * @throws UsageFault with one line per fault.
 */
export function checkedProfile(value: unknown, schemas: SchemaLibrary): Profile {
  const isProfile = schemas.guard<Profile>('profile.schema');
  if (isProfile(value)) return value;
  const lines = (isProfile.errors ?? []).map((fault) => `profile${fault.instancePath} ${fault.message}`);
  throw new UsageFault(lines.join('\n'));
}

function withEnvironment(value: unknown, environment: Environment, secrets: Map<string, string>): unknown {
  const inside = (inner: unknown): unknown => withEnvironment(inner, environment, secrets);
  if (Array.isArray(value)) return value.map(inside);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)]));
  if (typeof value !== 'string') return value;
  return value.replace(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g, (_all, name: string) => {
    const found = environment[name];
    if (found === undefined || found === '')
      throw new UsageFault(`the profile needs ${name}, which is not set`);
    secrets.set(name, found);
    return found;
  });
}
