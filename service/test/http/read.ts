/** What stands in an answer at a path; `undefined` where there is nothing. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(String(key));
  }
  return found;
};

export const codeOf = (body: unknown): unknown => at(body, 'errors', 0, 'code');
export const fieldsOf = (body: unknown): unknown => at(body, 'errors', 0, 'fields');

/** The names an object of an answer has. */
export const keys = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];
