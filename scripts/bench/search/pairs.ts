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

export interface Side extends LoadFigures {
  readonly cpuMicrosecondsEach: number;
}

export interface Pair {
  readonly service: Side;
  readonly bare: Side;
  /** The service again, whose clients now take answers compressed and only count their bytes. */
  readonly compressed: { readonly br: Side; readonly gzip: Side };
}

const measure = async (server: ChildServer, options: PairOptions, acceptEncoding?: string): Promise<Side> => {
  const { targets, connections, durationMs } = options;
  const before = await server.cpuMicroseconds();
  const figures = await load({ port: server.port, targets, connections, durationMs, acceptEncoding });
  const spent = (await server.cpuMicroseconds()) - before;
  return { ...figures, cpuMicrosecondsEach: spent / figures.answers };
};

/** Measures them in turn, so that whatever else the machine does meets all. The first pair warms up and is not counted. */
export const measurePairs = async (options: PairOptions): Promise<readonly Pair[]> => {
  const pairs: Pair[] = [];
  for (let round = 0; round <= options.pairs; round += 1) {
    const service = await measure(options.service, options);
    const bare = await measure(options.bare, options);
    const br = await measure(options.service, options, 'br');
    const gzip = await measure(options.service, options, 'gzip');
    if (round > 0) pairs.push({ service, bare, compressed: { br, gzip } });
  }
  return pairs;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
