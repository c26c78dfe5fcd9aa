import { createHash } from 'node:crypto';
import type { Answer } from '../conventions/answer.js';

/**
 * The ETag of an answer: a hash of all that is shown, its type and paging headers included, so that it changes with
 * whatever changes. Weak, since one answer has it plain and compressed.
 */
export const entityTag = ({ text = '', headers }: Pick<Answer, 'text' | 'headers'>, type: string): string => {
  const hash = createHash('sha256').update(text).update(`\n${type}`);
  for (const [name, value] of Object.entries(headers)) hash.update(`\n${name}: ${value}`);
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
};

/**
 * Whether an If-None-Match header names the tag (RFC 9110, 13.1.2). Not by Koa's `fresh`: that answers in full where the request
 * says no-cache, which browsers add by themselves when a page sends a tag of its own.
 */
export const isNamed = (header: string, tag: string): boolean =>
  header.trim() === '*' ||
  header.split(',').some((named) => named.trim().replace(/^W\//, '') === tag.slice(2));
