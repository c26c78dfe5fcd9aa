import { readFileSync } from 'node:fs';

/** The service's own, as its package says. */
export const readVersion = (): string => {
  const own: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const isNamed = typeof own === 'object' && own !== null && 'version' in own;
  return isNamed ? String(own.version) : 'unknown';
};
