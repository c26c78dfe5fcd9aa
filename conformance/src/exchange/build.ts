import { isObject } from '../json/value.js';
import { fillIn, fillInText, type Scope } from '../values/scope.js';
import type { Headers, OutgoingRequest, Pairs } from './exchange.js';

/** The parts of a request as a scenario or a profile writes them, expressions not yet filled in. */
export interface RequestParts {
  readonly method: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly form?: Readonly<Record<string, string | number | boolean>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
}

/** A request with every expression filled in. The member `...` of a form or query adds all members of an object. */
export function buildRequest(url: string, parts: RequestParts, scope: Scope): OutgoingRequest {
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const [name, value] of pairsOf(parts.headers, scope))
    headers[fillInText(name, scope).toLowerCase()] = value;
  const base = { method: parts.method, url, query: pairsOf(parts.query, scope) };
  if (parts.json !== undefined) {
    return { ...base, headers: typed(headers, 'application/json'), json: fillIn(parts.json, scope) };
  }
  if (parts.form === undefined) return { ...base, headers };
  const form = pairsOf(parts.form, scope);
  return { ...base, headers: typed(headers, 'application/x-www-form-urlencoded'), form };
}

function typed(headers: Headers, contentType: string): Headers {
  return { 'content-type': contentType, ...headers };
}

function pairsOf(template: RequestParts['query'], scope: Scope): Pairs {
  const { '...': spread, ...own } = template ?? {};
  const more = spread === undefined ? {} : fillIn(spread, scope);
  const ownPairs = Object.entries(own).map(
    ([name, value]) => [name, fillInText(String(value), scope)] as const,
  );
  const names = new Set(Object.keys(own));
  const morePairs = Object.entries(isObject(more) ? more : {})
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  return [...ownPairs, ...morePairs];
}
