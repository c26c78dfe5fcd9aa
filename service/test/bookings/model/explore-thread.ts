import { parentPort, workerData } from 'node:worker_threads';
import { createBookingWorld } from './booking-world.js';
import { explore, type World } from './explore.js';
import type { Search } from './explore-apart.js';
import { nothingPlanted } from './planted.js';
import { createRepeatWorld } from './repeat-world.js';

const search: Search = workerData;

const build = (): World =>
  'scenario' in search ? createBookingWorld(search.scenario, nothingPlanted) : createRepeatWorld(search);

parentPort?.postMessage(await explore({ build, ...search.bounds }));
