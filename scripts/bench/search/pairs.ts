import type { ChildServer } from './child-server.js';
import { type LoadFigures, load } from './load.js';

export interface PairOptions {
  readonly service: ChildServer;
  readonly bare: ChildServer;
  readonly targets: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  readonly pairs: number;
}

interface Side extends LoadFigures {
  readonly cpuMicrosecondsEach: number;
}

export interface Pair {
  readonly service: Side;
  readonly bare: Side;
}

const measure = async (server: ChildServer, options: PairOptions): Promise<Side> => {
  const { targets, connections, durationMs } = options;
  const before = await server.cpuMicroseconds();
  const figures = await load({ port: server.port, targets, connections, durationMs });
  const spent = (await server.cpuMicroseconds()) - before;
  return { ...figures, cpuMicrosecondsEach: spent / figures.answers };
};

/** Measures the two in turn, so that whatever else the machine does meets both. The first pair warms up and is not counted. */
export const measurePairs = async (options: PairOptions): Promise<readonly Pair[]> => {
  const pairs: Pair[] = [];
  for (let round = 0; round <= options.pairs; round += 1) {
    const service = await measure(options.service, options);
    const bare = await measure(options.bare, options);
    if (round > 0) pairs.push({ service, bare });
  }
  return pairs;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
