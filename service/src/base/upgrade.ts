import { collectionSpec, type Documents } from './documents.js';

/**
 * What documents of an earlier version need so that this one can read them. Safe to die in, to run again, and to run
 * in two processes at once.
 */
export interface Upgrade {
  /** Never reused: it says in the database that the upgrade was made. */
  readonly name: string;
  readonly run: () => Promise<void>;
}

export interface UpgradeDocument {
  readonly _id: string;
  /** Epoch ms. */
  readonly madeAt: number;
}

export const upgradeCollection = collectionSpec<UpgradeDocument>({ name: 'upgrades', indexes: [] });

interface UpgradesOptions {
  readonly made: Documents<UpgradeDocument>;
  readonly upgrades: readonly Upgrade[];
  readonly now: () => number;
}

/** The names of those that this database has not had, in order; makes none. */
export const pendingUpgrades = async ({
  made,
  upgrades,
}: Omit<UpgradesOptions, 'now'>): Promise<readonly string[]> => {
  const names = upgrades.map(({ name }) => name);
  const done = await made.find({ _id: { $in: names } }).toArray();
  return names.filter((name) => !done.some(({ _id }) => _id === name));
};

/** Makes those upgrades that this database has not had, in order. */
export const makeUpgrades = async ({ made, upgrades, now }: UpgradesOptions): Promise<void> => {
  for (const { name, run } of upgrades) {
    if ((await made.findOne({ _id: name })) !== null) continue;
    await run();
    await made.updateOne({ _id: name }, { $set: { madeAt: now() } }, { upsert: true });
  }
};
