import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.js';

/** Keeps secrets at rest; `open` throws for a text that was changed or sealed with another key. */
export interface Seal {
  readonly seal: (text: string) => string;
  readonly open: (sealed: string) => string;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key derived from the service's secret for this purpose alone. */
export const createSeal = (options: { readonly secretKey: string; readonly purpose: string }): Seal => {
  const key = deriveKey(options.secretKey, `seal ${options.purpose}`);
  return {
    seal: (text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed) => {
      const [head, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (head !== version || bytes.length < ivBytes + tagBytes) throw new Error('not a sealed text');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const body = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      return body.toString('utf8');
    },
  };
};
