/** Words that stand in examples and in nobody's random text. */
const exampleWords =
  /secret|passw|change.?me|example|default|operator|parking|token|admin|\btest|qwerty|123456|abcdef/i;

/** Bits that a guesser lacks at most, by how often each character stands there. */
const bitsOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return bits;
};

const leastBits = 72;

/** Why a secret could be guessed; `undefined` for one that looks random. */
export const weaknessOf = (secret: string): string | undefined => {
  if (bitsOf(secret) < leastBits) return 'repeats few characters';
  const word = exampleWords.exec(secret)?.[0];
  return word === undefined ? undefined : 'holds a word that people write by hand';
};
