export type Encoding = 'br' | 'gzip';

/** Brotli's lowest steps cost half of gzip's and give less. */
const ours: readonly Encoding[] = ['br', 'gzip'];

const weightOf = (parameters: string): number => {
  const written = /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameters)?.[1];
  const weight = written === undefined ? 1 : Number(written);
  return weight >= 0 && weight <= 1 ? weight : 0;
};

const readWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((item) => {
      const [name = '', parameters] = item.split(';', 2);
      const coding = name.trim().toLowerCase();
      return [
        coding === 'x-gzip' ? 'gzip' : coding,
        parameters === undefined ? 1 : weightOf(parameters),
      ] as const;
    }),
  );

/** What an Accept-Encoding header likes best of what we can do (RFC 9110, 12.5.3); `undefined` sends it as it is. */
export const chooseEncoding = (header: string): Encoding | undefined => {
  if (header === '') return undefined;
  const weights = readWeights(header);
  const weightFor = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const best = Math.max(...ours.map(weightFor));
  return best > 0 && best >= plain ? ours.find((name) => weightFor(name) === best) : undefined;
};
