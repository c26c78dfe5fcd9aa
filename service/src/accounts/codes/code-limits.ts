import { dayMs, hourMs } from '../../base/durations.js';

/** At most so many within so long. */
export interface Bound {
  readonly count: number;
  readonly withinMs: number;
}

/** Codes to one address. */
export const codeBounds: readonly Bound[] = [
  { count: 1, withinMs: 30_000 },
  { count: 5, withinMs: hourMs },
  { count: 20, withinMs: dayMs },
];

/** Tries of one signed-in customer to show that they know the current password. */
export const proofBounds: readonly Bound[] = [
  { count: 5, withinMs: 300_000 },
  { count: 20, withinMs: dayMs },
];

/** Letters to one address for which nobody paid, and which a stranger may have asked for. */
export const letterBounds: readonly Bound[] = [
  { count: 10, withinMs: hourMs },
  { count: 30, withinMs: dayMs },
];

/** How long what was done counts, ms. */
export const remembersMs = Math.max(
  ...[...codeBounds, ...proofBounds, ...letterBounds].map(({ withinMs }) => withinMs),
);

/** A code is good for so long, ms. */
export const codeLifetimeMs = 600_000;
export const guessesPerCode = 5;
/** Of those, so many by strangers where an owner asked for it: enough for an owner who went elsewhere meanwhile. */
export const strangersGuesses = 3;

const waitFor = ({ count, withinMs }: Bound, done: readonly number[], now: number): number => {
  const within = done.filter((at) => at > now - withinMs).sort((left, right) => right - left);
  const decisive = within[count - 1];
  return decisive === undefined ? 0 : decisive + withinMs - now;
};

/** Milliseconds until what was done at these instants may be done again; 0: now. */
export const waitBeforeNext = (bounds: readonly Bound[], done: readonly number[], now: number): number =>
  Math.max(...bounds.map((bound) => waitFor(bound, done, now)));
