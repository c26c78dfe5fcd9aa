import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { packageRoot } from '../package-root.js';

export interface SchemaLibrary {
  readonly names: readonly string[];
  /** Faults of a value against `schemas/NAME.json`; empty when it is valid. */
  readonly faults: (name: string, value: unknown) => readonly ErrorObject[];
  /** The compiled schema of that name as a guard. */
  readonly guard: <T>(name: string) => ValidateFunction<T>;
}

/** All JSON Schemas of a folder, by file name without `.json`. */
export function createSchemaLibrary(folder = join(packageRoot, 'schemas')): SchemaLibrary {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
  for (const name of names) {
    const file = `${name}.json`;
    ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')), file);
  }
  const guard = <T>(name: string): ValidateFunction<T> => {
    const found = ajv.getSchema<T>(`${name}.json`);
    if (found === undefined) throw new Error(`no schema is named ${name}`);
    return found;
  };
  const faults = (name: string, value: unknown): readonly ErrorObject[] => {
    const validate = guard(name);
    return validate(value) ? [] : [...(validate.errors ?? [])];
  };
  return { names, faults, guard };
}
