import { fileURLToPath } from 'node:url';
import { createAddressPolicy } from '#service/outbound/address-policy.js';
import { createOutbound } from '#service/outbound/create-outbound.js';
import { startAnnounced } from '../processes/announced-process.js';
import { createPlainLoop } from './deliver/plain-loop.js';
import { createRawLoop, type Loop } from './deliver/raw-loop.js';
import { openServiceSide } from './deliver/service-side.js';
import { describeMachine } from './machine.js';
import { median } from './search/pairs.js';

export interface DeliverBenchOptions {
  /** Small sizes that keep the benchmark alive in CI; their figures mean nothing. */
  readonly isSmall: boolean;
  /** Deliveries in each repetition. */
  readonly deliveries?: number;
  /** Notices of a paused partner beside them, in the second database. */
  readonly waiting?: number;
  readonly write?: (text: string) => void;
}

/** Deliveries a second of one repetition, all four measured in turn. */
interface Round {
  readonly raw: number;
  readonly plain: number;
  readonly empty: number;
  readonly crowded: number;
}

const concurrency = 64;

const sizesOf = ({ isSmall, deliveries, waiting }: DeliverBenchOptions) =>
  isSmall
    ? { count: deliveries ?? 200, waiting: waiting ?? 1_000, rounds: 3 }
    : { count: deliveries ?? 5_000, waiting: waiting ?? 200_000, rounds: 9 };

const perSecond = async (count: number, work: () => Promise<number>): Promise<number> =>
  (count * 1_000) / (await work());

const timed = (loop: Loop, count: number) => async (): Promise<number> => {
  const start = performance.now();
  await loop(count);
  return performance.now() - start;
};

const measure = async (port: number, options: DeliverBenchOptions): Promise<readonly Round[]> => {
  const { count, waiting, rounds } = sizesOf(options);
  const outbound = createOutbound({
    isAddressAllowed: createAddressPolicy({ allowPrivateTargets: true }),
  });
  const { post } = outbound;
  const empty = await openServiceSide({ post, port, concurrency, waiting: 0 });
  const crowded = await openServiceSide({ post, port, concurrency, waiting });
  const raw = createRawLoop(port, concurrency);
  const plain = createPlainLoop(post, port, concurrency);
  const measured: Round[] = [];
  try {
    // The first round warms up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const figures = {
        raw: await perSecond(count, timed(raw, count)),
        plain: await perSecond(count, timed(plain, count)),
        empty: await perSecond(count, () => empty.deliver(count)),
        crowded: await perSecond(count, () => crowded.deliver(count)),
      };
      if (round > 0) measured.push(figures);
    }
    return measured;
  } finally {
    await Promise.all([empty.close(), crowded.close()]);
    await outbound.close();
  }
};

const line = (name: string, rates: readonly number[]): string =>
  `${name.padEnd(40)}${median(rates).toFixed(0).padStart(7)} /s\n`;

const ratio = (name: string, values: readonly number[]): string =>
  `${name.padEnd(40)}${median(values).toFixed(2).padStart(7)}\n`;

const report = (rounds: readonly Round[], waiting: number): string =>
  [
    line(
      'deliveries, on disk',
      rounds.map(({ empty }) => empty),
    ),
    line(
      `the same beside ${waiting} waiting`,
      rounds.map(({ crowded }) => crowded),
    ),
    line(
      'plain loop, same HTTP client',
      rounds.map(({ plain }) => plain),
    ),
    line(
      'ready-made bytes on raw sockets',
      rounds.map(({ raw }) => raw),
    ),
    ratio(
      'ratio to the plain loop',
      rounds.map(({ empty, plain }) => empty / plain),
    ),
    ratio(
      'ratio to raw sockets',
      rounds.map(({ empty, raw }) => empty / raw),
    ),
    ratio(
      'ratio of waiting to empty',
      rounds.map(({ empty, crowded }) => crowded / empty),
    ),
  ].join('');

/** Two partners: one that costs next to nothing, so that the sender's limit shows, and Node's HTTP server. */
const sinks = [
  { kind: 'bare', name: 'a sink of bare bytes' },
  { kind: 'http', name: "a sink that is Node's HTTP server" },
] as const;

/** Deliveries a second: claimed from a database on disk, sent to a sink in another process, written down. */
export const run = async (options: DeliverBenchOptions): Promise<void> => {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  const { count, waiting, rounds } = sizesOf(options);
  write(`deliver: ${count} deliveries, ${concurrency} side by side, median of ${rounds} rounds in turn\n`);
  write(`machine     ${describeMachine()}\n`);
  const sinkFile = fileURLToPath(new URL('./deliver/sink.js', import.meta.url));
  for (const { kind, name } of sinks) {
    const sink = await startAnnounced(sinkFile, [kind], process.env);
    try {
      write(`to ${name}\n${report(await measure(Number(sink.announced['port']), options), waiting)}`);
    } finally {
      await sink.end();
    }
  }
};
