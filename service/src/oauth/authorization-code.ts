import { createHash } from 'node:crypto';
import { familyBytes } from './token.js';

/** Bytes of chance in a code: nobody guesses one, so that a fast hash keeps it. */
export const codeBytes = 32;

const hashOf = (purpose: string, code: string): string =>
  createHash('sha256').update(`${purpose} ${code}`).digest('hex');

/** What a code is kept under. */
export const codeId = (code: string): string => hashOf('code', code);

/**
 * The family of tokens that a code begins. Inserting it is what spends the code: an id is inserted once, whoever races
 * and whoever dies, and whoever comes second knows which family to revoke, even when the code is long forgotten.
 */
export const familyOfCode = (code: string): string => hashOf('family', code).slice(0, familyBytes * 2);
