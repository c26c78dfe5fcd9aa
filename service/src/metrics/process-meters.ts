import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { Declare } from './declare.js';

/** What runs here. */
export interface Build {
  readonly version: string;
  readonly node: string;
  readonly engine: string;
  /** `serve`, `api` or `worker`. */
  readonly mode: string;
}

/** Processor, memory, descriptors, garbage and the event loop's lag under the names that everybody's dashboards know. */
export const createProcessMeters = (registry: Registry, { gauge }: Declare, build: Build): void => {
  collectDefaultMetrics({ register: registry });
  gauge({
    name: 'build_info',
    help: '1; what runs is in the labels',
    labels: ['version', 'node', 'engine', 'mode'],
  }).set({ ...build }, 1);
};
