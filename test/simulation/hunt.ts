import type { PlantedBug } from './planted-bug.js';
import { simulate } from './simulate.js';

export interface Hunt {
  /** How many seeds it took, from 1 on; `undefined` where none of them showed it. */
  readonly seeds: number | undefined;
  readonly faults: readonly string[];
}

/** Looks for a planted bug, seed by seed. */
export const huntFor = async (bug: PlantedBug, limit: number): Promise<Hunt> => {
  for (let seed = 1; seed <= limit; seed += 1) {
    const { faults } = await simulate(seed, { bug });
    const found = faults.filter((fault) => bug.shows.test(fault));
    if (found.length > 0) return { seeds: seed, faults: found };
  }
  return { seeds: undefined, faults: [] };
};
