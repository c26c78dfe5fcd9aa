import { isObject } from './value.js';

/**
 * The value at a JSON Pointer, or undefined.
 *
 * Two segments go beyond RFC 6901: `*` is the first member (the amount of a money object whatever its currency), and
 * `*:location` is the member of that name under any link prefix, since each deployment has a prefix of its own.
 */
export function atPointer(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  return pointer.slice(1).split('/').map(unescapeSegment).reduce(member, root);
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function member(parent: unknown, segment: string): unknown {
  if (Array.isArray(parent)) return segment === '*' ? parent[0] : parent[Number(segment)];
  if (!isObject(parent)) return undefined;
  if (segment === '*') return Object.values(parent)[0];
  if (segment.startsWith('*:')) return prefixedMember(parent, segment.slice(1));
  return Object.hasOwn(parent, segment) ? parent[segment] : undefined;
}

function prefixedMember(parent: Readonly<Record<string, unknown>>, suffix: string): unknown {
  const key = Object.keys(parent).find((name) => name.endsWith(suffix));
  return key === undefined ? undefined : parent[key];
}
