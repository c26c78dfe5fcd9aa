import { hkdfSync } from 'node:crypto';

/** 32 bytes out of the service's secret key, by HKDF-SHA-256; other for every purpose, so that no key serves two. */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `parking ${purpose}`, 32));
