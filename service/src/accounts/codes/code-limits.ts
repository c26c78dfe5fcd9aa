/** At most so many codes to one address within so long. */
interface Bound {
  readonly count: number;
  readonly withinMs: number;
}

const bounds: readonly Bound[] = [
  { count: 1, withinMs: 30_000 },
  { count: 5, withinMs: 3_600_000 },
  { count: 20, withinMs: 86_400_000 },
];

/** How long what was sent counts, ms. */
export const remembersMs = Math.max(...bounds.map(({ withinMs }) => withinMs));

/** A code is good for so long, ms. */
export const codeLifetimeMs = 600_000;
export const guessesPerCode = 5;

const waitFor = ({ count, withinMs }: Bound, sent: readonly number[], now: number): number => {
  const within = sent.filter((at) => at > now - withinMs).sort((left, right) => right - left);
  const decisive = within[count - 1];
  return decisive === undefined ? 0 : decisive + withinMs - now;
};

/** Milliseconds until another code may be sent to an address that was sent codes at these instants; 0: now. */
export const waitBeforeNextCode = (sent: readonly number[], now: number): number =>
  Math.max(...bounds.map((bound) => waitFor(bound, sent, now)));
