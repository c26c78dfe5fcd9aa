import type { Clock } from '../../base/clock.js';

/** The database's clock as this process knows it: leases are compared on one clock, whoever holds them. */
export interface ServerTime {
  /** Epoch ms; this machine's clock before the first measurement. Setting that clock does not move it. */
  readonly now: () => number;
  /** False while `now` is not to be built on: where it is not steady, and after a measurement that failed or took too long. */
  readonly isKnown: () => boolean;
  /** False once this machine's clock was set, or it slept, after the last measurement: `now` may be behind. */
  readonly isSteady: () => boolean;
  /** Measures again when it is time to. */
  readonly refresh: () => Promise<void>;
}

export interface ServerTimeOptions {
  /** The database's time, with the sandbox's offset on top where there is one. */
  readonly serverNow: () => Promise<number>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly everyMs: number;
  /** A measurement that old says nothing any more. */
  readonly staleMs: number;
  /** The error that the leases allow for. */
  readonly maxErrorMs: number;
  /** After the database's clock was set forward, leases seem over for so long before they are. */
  readonly settleMs: number;
}

interface Anchor {
  readonly server: number;
  readonly elapsed: number;
  readonly wall: number;
}

/** Measured from time to time, and counted on from there by the clock that nobody sets. */
export const createServerTime = (options: ServerTimeOptions): ServerTime => {
  const { serverNow, clock, everyMs, staleMs, maxErrorMs } = options;
  let anchor: Anchor | undefined;
  let isExact = false;
  let unsettledUntil = Number.NEGATIVE_INFINITY;

  const now = (): number =>
    anchor === undefined ? clock.now() : Math.round(anchor.server + clock.elapsed() - anchor.elapsed);

  const isSteady = (): boolean => {
    if (anchor === undefined) return true;
    const apart = clock.now() - anchor.wall - (clock.elapsed() - anchor.elapsed);
    return Math.abs(apart) <= maxErrorMs;
  };

  const isYounger = (ageMs: number): boolean =>
    isExact && anchor !== undefined && isSteady() && Math.abs(clock.elapsed() - anchor.elapsed) < ageMs;

  const measure = async (): Promise<void> => {
    const before = clock.elapsed();
    const server = await serverNow().catch(() => undefined);
    const elapsed = clock.elapsed();
    const errorMs = (elapsed - before) / 2;
    isExact = server !== undefined && errorMs >= 0 && errorMs <= maxErrorMs;
    if (server === undefined || !isExact) return;
    const measured = server + errorMs;
    const isSetForward = anchor !== undefined && measured - now() > 2 * maxErrorMs;
    if (isSetForward) unsettledUntil = elapsed + options.settleMs;
    anchor = { server: measured, elapsed, wall: clock.now() };
  };

  return {
    now,
    isSteady,
    isKnown: () => isYounger(staleMs) && clock.elapsed() >= unsettledUntil,
    refresh: async () => {
      if (!isYounger(everyMs)) await measure();
    },
  };
};
