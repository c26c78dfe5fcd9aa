import { decimalText, type Money } from '../../base/money.js';
import type { JsonText } from '../../base/view.js';

/**
 * Builders of JSON text. A missing value becomes `null`, which v4 leaves out and v3_1 shows;
 * a field that is to be absent in both versions is `undefined`.
 */
export const nothing: JsonText = 'null';

export const text = (value: string | null | undefined): JsonText =>
  value === undefined || value === null ? nothing : JSON.stringify(value);

export const number = (value: number | null | undefined): JsonText =>
  value === undefined || value === null ? nothing : String(value);

export const flag = (value: boolean): JsonText => (value ? 'true' : 'false');

/** Adds up rather than joins: long texts are so copied once, when they are sent. */
export const array = (items: readonly JsonText[]): JsonText => {
  let written = '';
  for (const item of items) written += written === '' ? item : `,${item}`;
  return `[${written}]`;
};

/** An object; members that are `undefined` are left out. */
export const object = (members: Readonly<Record<string, JsonText | undefined>>): JsonText => {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) parts.push(`${JSON.stringify(name)}:${value}`);
  }
  return `{${parts.join(',')}}`;
};

export const plain = (value: unknown): JsonText => JSON.stringify(value) ?? nothing;

/** The money object of the API; neither a currency nor digits need escaping. */
export const amount = (value: Money): JsonText => `{"${value.currency}":"${decimalText(value)}"}`;
