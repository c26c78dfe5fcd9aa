import { readWeighted } from '../../base/weighted-list.js';

export type Encoding = 'br' | 'gzip';

/** Brotli's lowest steps cost half of gzip's and give less. */
const ours: readonly Encoding[] = ['br', 'gzip'];

const readWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(readWeighted(header).map(({ name, weight }) => [name === 'x-gzip' ? 'gzip' : name, weight]));

/** What an Accept-Encoding header likes best of what we can do (RFC 9110, 12.5.3); `undefined` sends it as it is. */
export const chooseEncoding = (header: string): Encoding | undefined => {
  if (header === '') return undefined;
  const weights = readWeights(header);
  const weightFor = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const best = Math.max(...ours.map(weightFor));
  return best > 0 && best >= plain ? ours.find((name) => weightFor(name) === best) : undefined;
};
