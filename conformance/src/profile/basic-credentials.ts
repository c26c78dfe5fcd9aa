import { Buffer } from 'node:buffer';

/** What follows `Basic ` in a header for these credentials, each percent-encoded first (RFC 6749, 2.3.1). */
export function basicCredentials({ id, secret }: { readonly id: string; readonly secret: string }): string {
  return Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
}
