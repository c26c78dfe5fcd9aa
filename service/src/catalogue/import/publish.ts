import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { CatalogueChange } from '../catalogue-record.js';
import { type CatalogueStore, inBulks, type VisibleRecords } from '../store.js';
import type { ImportLease, ImportLeases } from './import-lease.js';

export class ImportBusy extends Error {
  override readonly name = 'ImportBusy';
}

export class ImportLeaseLost extends Error {
  override readonly name = 'ImportLeaseLost';
}

/** What is to be written, worked out from what is visible now. */
export type PlanChanges = (
  visible: VisibleRecords,
  keepAlive: () => Promise<void>,
) => Promise<readonly CatalogueChange[]>;

/** Makes all the changes visible by one write, or none; answers how many there were. Throws `ImportBusy`, `ImportLeaseLost`. */
export type Publish = (plan: PlanChanges) => Promise<number>;

interface PublishOptions {
  readonly store: CatalogueStore;
  readonly leases: ImportLeases;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long to wait for another import to end. */
  readonly waitMs?: number;
  /** Versions written at a time; a short lease needs small bulks. */
  readonly bulkSize?: number;
}

export const createPublish = (options: PublishOptions): Publish => {
  const { store, leases, clock, logger, waitMs = 20_000, bulkSize = 500 } = options;

  const takeLease = async (): Promise<ImportLease> => {
    const giveUpAt = clock.now() + waitMs;
    for (;;) {
      const taken = await leases.take();
      if ('generation' in taken) return taken;
      if (clock.now() >= giveUpAt) throw new ImportBusy('another import is running');
      await clock.sleep(Math.min(250, Math.max(taken.busyUntil - clock.now(), 1)));
    }
  };

  const write = async (lease: ImportLease, changes: readonly CatalogueChange[]): Promise<void> => {
    for (const bulk of inBulks(changes, bulkSize)) {
      if (!(await lease.renew())) throw new ImportLeaseLost('another import took over');
      await store.write(bulk, lease.generation);
    }
    if (!(await lease.commit())) throw new ImportLeaseLost('another import took over');
  };

  /** What is left behind by a failure here is found and removed by the next import. */
  const clean = async (visible: VisibleRecords, changes: readonly CatalogueChange[]): Promise<void> => {
    const replaced = changes.flatMap(({ key }) => visible.records.get(key)?._id ?? []);
    await store.removeVersions([...visible.superseded, ...replaced]).catch((error: unknown) => {
      logger.warn({ err: error }, 'old versions of the catalogue were left behind');
    });
  };

  const publishUnder = async (lease: ImportLease, plan: PlanChanges): Promise<number> => {
    await store.removeGenerations(lease.dead);
    const visible = await store.readAfter(0);
    const changes = await plan(visible, async () => {
      if (!(await lease.renew())) throw new ImportLeaseLost('another import took over');
    });
    if (changes.length === 0) await lease.giveUp(false);
    else await write(lease, changes);
    await clean(visible, changes);
    return changes.length;
  };

  return async (plan) => {
    const lease = await takeLease();
    let isDirty = false;
    const noteWriting: PlanChanges = async (visible, keepAlive) => {
      const changes = await plan(visible, keepAlive);
      isDirty = changes.length > 0;
      return changes;
    };
    try {
      return await publishUnder(lease, noteWriting);
    } catch (error) {
      // If this fails too, the lease ends by itself and the next import declares the generation dead.
      await lease.giveUp(isDirty).catch(() => undefined);
      throw error;
    }
  };
};
