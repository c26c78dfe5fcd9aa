/** One wish of an `Accept-…` header: what, in lower case, and how much it is liked, 0 (not at all) to 1. */
export interface Weighted {
  readonly name: string;
  readonly weight: number;
}

const mostItems = 20;

const weightOf = (parameters: readonly string[]): number => {
  const written = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = written === undefined ? 1 : Number(written.split('=')[1]);
  return weight >= 0 && weight <= 1 ? weight : 0;
};

/** Reads `fr-CA, en;q=0.5` (RFC 9110, 12.4.2); a weight that is none counts as 0. */
export const readWeighted = (header: string): readonly Weighted[] =>
  header
    .toLowerCase()
    .split(',', mostItems)
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      return { name, weight: weightOf(parameters) };
    });
