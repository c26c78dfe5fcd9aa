import { hkdfSync } from 'node:crypto';

/** What a key derived from the service's secret key may be used for; one purpose, one key. */
export type KeyPurpose = 'seal' | 'token' | 'quote-id';

/** 32 bytes, by HKDF-SHA-256. */
export const deriveKey = (secretKey: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'parking-service', purpose, 32));
