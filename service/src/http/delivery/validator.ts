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
