import { createSnapshot } from '#service/catalogue/create-snapshot.js';
import { describeMachine } from './machine.js';
import { type ChildServer, startChildServer } from './search/child-server.js';
import { cityCatalogue } from './search/city-catalogue.js';
import { measurePairs, median, type Pair } from './search/pairs.js';
import { createRandom } from './search/random.js';
import { type FunctionFigures, measureFunction, quotesOver } from './search/search-function.js';
import { randomSearches, targetOf } from './search/searches.js';

export interface SearchBenchOptions {
  /** Small sizes that keep the benchmark alive in CI; their figures mean nothing. */
  readonly isSmall: boolean;
  readonly locations?: number;
  readonly write?: (text: string) => void;
}

const seed = 20_261_121;
const connections = 32;

interface Sizes {
  readonly locations: number;
  readonly targets: number;
  readonly pairs: number;
  readonly durationMs: number;
}

const sizesOf = ({ isSmall, locations }: SearchBenchOptions): Sizes =>
  isSmall
    ? { locations: locations ?? 1000, targets: 20, pairs: 3, durationMs: 200 }
    : { locations: locations ?? 20_000, targets: 500, pairs: 9, durationMs: 2000 };

const measureInProcess = ({ locations, targets }: Sizes): FunctionFigures => {
  const random = createRandom(seed);
  const quotes = quotesOver(createSnapshot(cityCatalogue(locations, random)));
  return measureFunction(quotes, randomSearches(locations, 10 * targets, random));
};

const measureOverHttp = async ({
  locations,
  targets,
  pairs,
  durationMs,
}: Sizes): Promise<readonly Pair[]> => {
  const paths = randomSearches(locations, targets, createRandom(seed)).map(targetOf);
  const started: ChildServer[] = [];
  const start = async (args: readonly (string | number)[]): Promise<ChildServer> => {
    const server = await startChildServer(args);
    started.push(server);
    return server;
  };
  try {
    const service = await start(['service', locations, seed]);
    const bare = await start(['bare', locations, seed, service.port, targets]);
    return await measurePairs({ service, bare, targets: paths, connections, durationMs, pairs });
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
};

const sideText = (name: string, sides: readonly Pair['service'][]): string => {
  const of = (read: (side: Pair['service']) => number, digits = 1): string =>
    median(sides.map(read)).toFixed(digits);
  const kilobytes = of(({ bytes, answers }) => bytes / answers / 1000);
  const figures = [
    `${of(({ perSecond }) => perSecond, 0)} answers/s of ${kilobytes} kB`,
    `p50 ${of(({ p50Ms }) => p50Ms)} ms`,
    `p99 ${of(({ p99Ms }) => p99Ms)} ms`,
    `${of(({ cpuMicrosecondsEach }) => cpuMicrosecondsEach, 0)} us of processor each`,
  ];
  return `${name.padEnd(12)}${figures.join(', ')}\n`;
};

const ratioText = (pairs: readonly Pair[]): string => {
  const byRate = median(pairs.map(({ service, bare }) => service.perSecond / bare.perSecond));
  const byCpu = median(
    pairs.map(({ service, bare }) => bare.cpuMicrosecondsEach / service.cpuMicrosecondsEach),
  );
  return `ratio       ${byRate.toFixed(2)} of bare Koa by rate, ${byCpu.toFixed(2)} by processor time (median of ${pairs.length} pairs)\n`;
};

const functionText = ({ microsecondsMedian, microsecondsP99, found }: FunctionFigures): string =>
  `function    ${microsecondsMedian.toFixed(0)} us, p99 ${microsecondsP99.toFixed(0)} us (search and first page, ${found.toFixed(0)} found each)\n`;

/** Measures searches over a catalogue in memory: the function alone, and our server against Koa alone sending the same bytes ready-made. */
export const run = async (options: SearchBenchOptions): Promise<void> => {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  const sizes = sizesOf(options);
  write(
    `search: ${sizes.locations} locations, 20 results a page, ${connections} connections, ${sizes.targets} searches in turn\n`,
  );
  write(`machine     ${describeMachine()}\n`);
  write(functionText(measureInProcess(sizes)));
  const pairs = await measureOverHttp(sizes);
  write(
    sideText(
      'service',
      pairs.map(({ service }) => service),
    ),
  );
  write(
    sideText(
      'bare Koa',
      pairs.map(({ bare }) => bare),
    ),
  );
  for (const encoding of ['br', 'gzip'] as const)
    write(
      sideText(
        `with ${encoding}`,
        pairs.map(({ compressed }) => compressed[encoding]),
      ),
    );
  write(ratioText(pairs));
};
