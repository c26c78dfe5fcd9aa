/** One wish of an `Accept-…` header: what, in lower case, and how much it is liked, 0 (not at all) to 1. */
export interface Weighted {
  readonly name: string;
  readonly weight: number;
}

const mostItems = 20;

const weightOf = (parameters: readonly string[]): number => {
  const [, written = '1'] = parameters.map((each) => /^q\s*=\s*([\d.]+)$/.exec(each)).find(Boolean) ?? [];
  const weight = Number(written);
  return weight >= 0 && weight <= 1 ? weight : 0;
};

/** Reads `fr-CA, en;q=0.5` (RFC 9110, 12.4.2); without a weight, or with one that is no number, it is liked wholly; above 1 not at all. */
export const readWeighted = (header: string): readonly Weighted[] =>
  header
    .toLowerCase()
    .split(',', mostItems)
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      return { name, weight: weightOf(parameters) };
    });
