import type { Clock } from '../base/clock.js';
import type { Mirror } from './mirror.js';
import { dayOf } from './pool.js';
import type { PoolStore } from './store.js';

interface MirrorFeedDependencies {
  readonly store: Pick<PoolStore, 'changedSince' | 'fromDay'>;
  readonly mirror: Mirror;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Each read overlaps the one before by this much: a pool's `at` is its writer's clock at the start of its write,
 * so writers whose clocks are behind ours, and slow writes, must still fall into the window.
 */
export const overlapMs = 5000;

/** Reads what changed since the call before into the mirror. Needed again and again only where other processes write. */
export const createMirrorFeed = ({ store, mirror, clock }: MirrorFeedDependencies): (() => Promise<void>) => {
  let readAt: number | undefined;
  let running: Promise<void> | undefined;

  const changed = (yesterday: number): ReturnType<PoolStore['changedSince']> =>
    readAt === undefined
      ? store.fromDay(yesterday)
      : store.changedSince(Math.min(readAt, clock.now()) - overlapMs);

  const read = async (): Promise<void> => {
    const startedAt = clock.now();
    const yesterday = dayOf(startedAt) - 1;
    for await (const pool of changed(yesterday)) if (pool.day >= yesterday) mirror.put(pool);
    mirror.forgetBefore(yesterday);
    readAt = startedAt;
  };

  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
};
