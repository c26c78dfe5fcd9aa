const mostSpaces = 1_000_000;

const thousands = /\d{1,3}(?:[.,'’\s]\d{3})+(?!\d)/;
const digits = /\d+/;

const numberIn = (text: string): number | undefined => {
  const match = thousands.exec(text)?.[0].replace(/\D/g, '') ?? digits.exec(text)?.[0];
  return match === undefined || match.length > 9 ? undefined : Number(match);
};

/**
 * The number of spaces as published ("350", 350, "ca. 1.200 Plätze", "120-140" is 120).
 * Zero, negative, broken and absurd numbers mean that it is unknown, as open data writes 0 for "not counted".
 */
export const readCapacity = (value: unknown): number | undefined => {
  if (typeof value === 'string' && /^\s*-/.test(value)) return undefined;
  const spaces = typeof value === 'string' ? numberIn(value.slice(0, 200)) : value;
  const isUsable =
    typeof spaces === 'number' && Number.isInteger(spaces) && spaces > 0 && spaces <= mostSpaces;
  return isUsable ? spaces : undefined;
};
