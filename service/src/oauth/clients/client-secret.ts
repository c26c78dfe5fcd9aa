import { createHash } from 'node:crypto';
import { isSameText } from '../../base/same-text.js';
import type { SecretDocument } from './client-store.js';

/** Fast on purpose: the secret is 256 random bits, which no guessing reaches. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const nobodys = hashSecret('no such client');

export const isLive = ({ until }: SecretDocument, now: number): boolean => until === null || now < until;

/** Compares with every secret there is, and with one where there is none, so that time tells nothing. */
export const isSecretOf = (given: string, secrets: readonly SecretDocument[], now: number): boolean => {
  const hash = hashSecret(given);
  const compared = secrets.length === 0 ? [{ hash: nobodys, createdAt: 0, until: 0 }] : secrets;
  return compared.filter((secret) => isSameText(hash, secret.hash) && isLive(secret, now)).length > 0;
};
