import { createHmac } from 'node:crypto';
import { isSameText } from '../base/same-text.js';

export type TokenKind = 'access' | 'refresh';

/** 64 hex digits: 16 bytes that name the family, and 16 bytes of a keyed MAC over family, generation and kind. */
export interface Tokens {
  readonly write: (family: string, gen: number, kind: TokenKind) => string;
  /** The family a token speaks of; nothing is proved by that. `undefined` for what has not the form of a token. */
  readonly familyOf: (token: string) => string | undefined;
  readonly isOf: (token: string, family: string, gen: number, kind: TokenKind) => boolean;
}

export const familyBytes = 16;
const macDigits = 32;

export const createTokens = (macKey: Uint8Array): Tokens => {
  const write: Tokens['write'] = (family, gen, kind) =>
    family +
    createHmac('sha256', macKey).update(`${family}.${gen}.${kind}`).digest('hex').slice(0, macDigits);
  return {
    write,
    familyOf: (token) => (/^[0-9a-f]{64}$/.test(token) ? token.slice(0, familyBytes * 2) : undefined),
    isOf: (token, family, gen, kind) => isSameText(token, write(family, gen, kind)),
  };
};
