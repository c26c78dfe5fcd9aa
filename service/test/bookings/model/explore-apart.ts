import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Scenario } from './booking-world.js';
import type { Exploration, ExploreOptions } from './explore.js';

/** Plain data, so that it can be handed to a thread: a world with nothing planted, and how far to look. */
export type Search = { readonly bounds: Omit<ExploreOptions, 'build'> } & (
  | { readonly scenario: Scenario }
  | { readonly requests: number; readonly hasWallet: boolean }
);

/** Explores in a thread of its own: the test runner follows every promise of its thread, and a search makes millions. */
export const exploreApart = async (search: Search): Promise<Exploration> => {
  const worker = new Worker(new URL('./explore-thread.js', import.meta.url), { workerData: search });
  const [found] = await once(worker, 'message');
  await worker.terminate();
  return found;
};
