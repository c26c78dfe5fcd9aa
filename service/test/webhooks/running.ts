import { openWorld, savePartner, type Worker, type WorkerOptions, type World } from './world.js';

interface Running {
  readonly world: World;
  readonly workers: Worker[];
}

const running: Running[] = [];

export const hour = 3_600_000;

/** For days of fake time: local timers alone, since every look at all partners costs real time. */
export const rarePasses = { fullPassMs: 6 * hour };

/** Partner `acme` and a first worker in a world; all are ended by `endAll`. */
export const beginIn = async (world: World, options: WorkerOptions = {}) => {
  const worker = world.openWorker(options);
  const workers = [worker];
  running.push({ world, workers });
  await savePartner(worker);
  const openAnother = (more: WorkerOptions = {}): Worker => {
    const another = world.openWorker(more);
    workers.push(another);
    return another;
  };
  return { ...world, world, worker, openAnother };
};

export const begin = async (options: WorkerOptions = {}) => beginIn(await openWorld(), options);

/** Stops every worker and closes every world that a test has begun. */
export const endAll = async (): Promise<void> => {
  for (const { world, workers } of running.splice(0)) {
    const stopped = Promise.all(workers.map(({ dispatcher }) => dispatcher.stop()));
    await world.clock.advance(60_000);
    await stopped;
    await world.close();
  }
};
