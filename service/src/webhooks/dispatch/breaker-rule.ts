import { type Backoff, backoffMs } from '../../base/backoff.js';
import type { Breaker } from '../partners/breaker-state.js';
import type { SignOfLife } from './sign-of-life.js';

export interface BreakerSettings {
  /** Failures in a row, counted by one worker, that open it. */
  readonly failuresToOpen: number;
  /** How long it stays open, by how often it has opened in a row. */
  readonly open: Backoff;
  /** The longest wait that a partner may ask for. */
  readonly maxAskedMs: number;
  /** How long the right to probe lasts: a prober that died is replaced after it. */
  readonly probeMs: number;
}

/** What a worker wants the shared breaker to do. */
export type BreakerMove =
  | Exclude<SignOfLife, { kind: 'alive' }>
  /** This worker will send the one notice that tries the partner. */
  | { readonly kind: 'probe' }
  /** The probe was not sent after all: whoever comes next may. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'close' };

/** What may be sent to the partner now. */
export type Gate =
  | { readonly kind: 'clear' }
  | { readonly kind: 'shut'; readonly until: number }
  | { readonly kind: 'probe' };

interface MoveOptions {
  readonly now: number;
  /** 0 (included) to 1 (excluded). */
  readonly chance: number;
  readonly settings: BreakerSettings;
}

const unprovenMs = 1_000;

const openFor = (
  breaker: Breaker,
  move: Extract<BreakerMove, { reason: string }>,
  { chance, settings }: MoveOptions,
): Pick<Breaker, 'failures'> & { readonly forMs: number } => {
  // Who says how long is at home: what failed before is forgotten.
  if (move.kind === 'busy' && move.forMs !== undefined)
    return { failures: 0, forMs: Math.min(move.forMs, settings.maxAskedMs) };
  const failures = breaker.failures + 1;
  return { failures, forMs: backoffMs(settings.open, failures, chance) };
};

/** The breaker after a move; the caller shares it by compare-and-set on the `rev` that it started from. */
export const movedBreaker = (breaker: Breaker, move: BreakerMove, options: MoveOptions): Breaker => {
  const { now, settings } = options;
  const { failures, reason } = breaker;
  const rev = breaker.rev + 1;
  if (move.kind === 'close') return { st: 'closed', until: null, rev, failures: 0, reason: null };
  if (move.kind === 'probe') return { st: 'half_open', until: now + settings.probeMs, rev, failures, reason };
  if (move.kind === 'unproven') return { st: 'open', until: now + unprovenMs, rev, failures, reason };
  const { forMs, failures: opened } = openFor(breaker, move, options);
  return { st: 'open', until: now + forMs, rev, failures: opened, reason: move.reason };
};

/** The longest that this state may last, whatever its `until` says: clocks jump. */
const longestMs = (breaker: Breaker, settings: BreakerSettings): number => {
  if (breaker.st === 'half_open') return settings.probeMs;
  return breaker.failures > 0 ? settings.open.capMs : settings.maxAskedMs;
};

/** What a state first seen at `seenAt` lets through at `now`. */
export const gateOf = (
  breaker: Breaker,
  { seenAt, now }: { readonly seenAt: number; readonly now: number },
  settings: BreakerSettings,
): Gate => {
  if (breaker.st === 'closed') return { kind: 'clear' };
  const until = Math.min(breaker.until ?? 0, seenAt + longestMs(breaker, settings));
  return now < until ? { kind: 'shut', until } : { kind: 'probe' };
};

/** Failures in a row after another sign, as one worker counts them while the breaker is closed. */
export const failuresInRow = (before: number, sign: SignOfLife): number =>
  sign.kind === 'failing' ? before + 1 : 0;

/** The move that a sign asks for while the breaker is closed, if any; `inRow` counts this sign too. */
export const moveWhileClosed = (
  sign: SignOfLife,
  inRow: number,
  settings: BreakerSettings,
): BreakerMove | undefined => {
  if (sign.kind === 'busy') return sign;
  return sign.kind === 'failing' && inRow >= settings.failuresToOpen ? sign : undefined;
};

/** The move after a probe; without a sign nothing was sent. */
export const moveAfterProbe = (sign: SignOfLife | undefined): BreakerMove => {
  if (sign === undefined) return { kind: 'unproven' };
  return sign.kind === 'alive' ? { kind: 'close' } : sign;
};
