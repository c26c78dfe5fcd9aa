export type Random = () => number;

/** Numbers from 0 to below 1, the same for the same seed (xorshift32). */
export const createRandom = (seed: number): Random => {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};
