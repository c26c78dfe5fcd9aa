import type { Headers } from './exchange.js';

export interface Redactor {
  /** From now on that value is shown as `{{NAME}}` wherever it occurs, encoded forms included. */
  readonly learn: (name: string, value: string) => void;
  /** The value is a literal of a scenario file, so it may be shown even in a place for secrets. */
  readonly harmless: (value: string) => void;
  readonly text: (text: string) => string;
  readonly headers: (headers: Headers) => Headers;
  /** Names learnt so far. */
  readonly names: () => ReadonlySet<string>;
}

const hidden = '[redacted]';
const secretHeaders = /^(proxy-)?authorization$|^(set-)?cookie$|api-?key|token|secret/i;
const secretNames =
  'access_token|refresh_token|client_secret|customer_password|password|secret|api_key|authorization_code';
const inJson = new RegExp(`("(?:${secretNames})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)(")`, 'g');
const inForm = new RegExp(`((?:^|[?&])(?:${secretNames})=)([^&\\s]*)()`, 'g');
/** Below this length a value would also be found where it is none; its own field still hides it. */
const shortestReplaced = 4;

/** Keeps secrets out of everything that is kept: known values by name, and whatever stands where secrets stand. */
export function createRedactor(): Redactor {
  const forms = new Map<string, string>();
  const names = new Set<string>();
  const allowed = new Set<string>(['']);
  let pattern: RegExp | undefined;

  const learn = (name: string, value: string): void => {
    if (value.length < shortestReplaced) return;
    names.add(name);
    for (const form of encodedForms(value)) if (!forms.has(form)) forms.set(form, name);
    const longestFirst = [...forms.keys()].sort((left, right) => right.length - left.length);
    pattern = new RegExp(longestFirst.map(escapeForPattern).join('|'), 'g');
  };
  const known = (text: string): string =>
    pattern === undefined ? text : text.replace(pattern, (found) => `{{${forms.get(found) ?? 'SECRET'}}}`);
  const isShown = (value: string): boolean => /\{\{[A-Z0-9_]+\}\}/.test(value) || allowed.has(value);
  const inField = (_all: string, before: string, value: string, after: string): string =>
    `${before}${isShown(value) ? value : hidden}${after}`;
  const text = (raw: string): string => known(raw).replace(inJson, inField).replace(inForm, inField);
  const headerValue = (name: string, value: string): string => {
    const shown = known(value);
    return secretHeaders.test(name) && !isShown(shown) ? hidden : shown;
  };
  const headers = (raw: Headers): Headers =>
    Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, headerValue(name, value)]));
  return { learn, harmless: (value) => void allowed.add(value), text, headers, names: () => names };
}

function encodedForms(value: string): readonly string[] {
  const inUrl = encodeURIComponent(value);
  const inFormBody = new URLSearchParams([['', value]]).toString().slice(1);
  const inJsonText = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, inUrl, inFormBody, inJsonText])];
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
