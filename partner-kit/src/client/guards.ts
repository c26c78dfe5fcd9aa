/** Guards that name a value of the border. */
export type Guard = (value: unknown) => boolean;
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isListOf =
  <T>(isItem: (value: unknown) => value is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every((item) => isItem(item));

/** Whether an object has the required fields; an optional one may be missing or null, never of another type. */
export const hasFields = (
  value: unknown,
  required: Readonly<Record<string, Guard>>,
  optional: Readonly<Record<string, Guard>> = {},
): value is JsonObject =>
  isObject(value) &&
  Object.entries(required).every(([name, guard]) => guard(value[name])) &&
  Object.entries(optional).every(([name, guard]) => (value[name] ?? null) === null || guard(value[name]));
