const inchesPerMeter = 39.370_079;

const rounded = (inches: number): number | undefined =>
  inches >= 40 && inches <= 1000 ? Math.round(inches * 10) / 10 : undefined;

/** A clear height in inches: `2.1`, `2,10 m`, `210 cm`, `6'10"`; `undefined` where it is no height a car could pass. */
export const readHeight = (value: unknown): number | undefined => {
  const text = (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '').slice(
    0,
    40,
  );
  const [, feet, inches = '0'] = /^\s*(\d{1,2})\s*(?:'|ft)\s*(?:(\d{1,2})\s*(?:"|in)?)?\s*$/.exec(text) ?? [];
  if (feet !== undefined) return rounded(Number(feet) * 12 + Number(inches));
  const [, metric, unit = 'm'] = /^\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*(m|cm)?\s*$/.exec(text) ?? [];
  if (metric === undefined) return undefined;
  const size = Number(metric.replace(',', '.'));
  return rounded((unit === 'cm' ? size / 100 : size) * inchesPerMeter);
};
