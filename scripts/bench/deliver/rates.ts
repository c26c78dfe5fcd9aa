import type { Post } from '#service/outbound/outbound.js';
import { perSecond, rateLine, ratioLine, timed, type Write } from './figures.js';
import { createPlainLoop } from './plain-loop.js';
import { createRawLoop } from './raw-loop.js';
import { concurrency, openServiceSide, type ServiceSide } from './service-side.js';
import { withSink } from './with-sink.js';

export interface RatesOptions {
  readonly post: Post;
  readonly count: number;
  /** Notices that wait for later in the second database: half of them the same partner's, half a paused one's. */
  readonly waiting: number;
  readonly rounds: number;
  readonly write: Write;
}

/** Deliveries a second of one repetition, all four measured in turn. */
interface Round {
  readonly raw: number;
  readonly plain: number;
  readonly empty: number;
  readonly crowded: number;
}

interface Sides {
  readonly empty: ServiceSide;
  readonly crowded: ServiceSide;
}

const laterMs = 6 * 3_600_000;

const measure = async (
  sides: Sides,
  kind: 'bare' | 'http',
  options: RatesOptions,
): Promise<readonly Round[]> =>
  withSink(kind, async (port) => {
    const { post, count, waiting, rounds } = options;
    const partner = await sides.empty.addPartner(kind, port);
    await sides.crowded.addPartner(kind, port);
    await sides.crowded.fill(partner, Math.ceil(waiting / 4), Date.now() + laterMs);
    const raw = createRawLoop(port, concurrency);
    const plain = createPlainLoop(post, port, concurrency);
    const measured: Round[] = [];
    // The first round warms up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const figures = {
        raw: await perSecond(count, () => timed(() => raw(count))),
        plain: await perSecond(count, () => timed(() => plain(count))),
        empty: await perSecond(count, () => sides.empty.deliver(partner, count)),
        crowded: await perSecond(count, () => sides.crowded.deliver(partner, count)),
      };
      if (round > 0) measured.push(figures);
    }
    return measured;
  });

const report = (rounds: readonly Round[], waiting: number): string => {
  const of = (name: keyof Round): readonly number[] => rounds.map((round) => round[name]);
  return [
    rateLine('deliveries, on disk', of('empty')),
    rateLine(`the same beside ${waiting} waiting for later`, of('crowded')),
    rateLine('plain loop, same HTTP client', of('plain')),
    rateLine('ready-made bytes on raw sockets', of('raw')),
    ratioLine('ratio to the plain loop', of('empty'), of('plain')),
    ratioLine('ratio to raw sockets', of('empty'), of('raw')),
    ratioLine('ratio of waiting to empty', of('crowded'), of('empty')),
  ].join('');
};

/** Two partners: one that costs next to nothing, so that the sender's limit shows, and Node's HTTP server. */
const sinks = [
  { kind: 'bare', name: 'a sink of bare bytes' },
  { kind: 'http', name: "a sink that is Node's HTTP server" },
] as const;

/** Deliveries a second: claimed from a database on disk, sent to a sink in another process, written down. */
export const runRates = async (options: RatesOptions): Promise<void> => {
  const { post, count, waiting, rounds, write } = options;
  const sides: Sides = { empty: await openServiceSide(post), crowded: await openServiceSide(post) };
  try {
    write(`rates: ${count} deliveries, ${concurrency} side by side, median of ${rounds} rounds in turn\n`);
    const asleep = await sides.crowded.addPartner('asleep', 1);
    const half = Math.ceil(waiting / 2);
    const setUpMs = await timed(() => sides.crowded.fill(asleep, half, Date.now()));
    write(`  (${half} waiting notices were made in ${(setUpMs / 1_000).toFixed(1)} s)\n`);
    for (const { kind, name } of sinks)
      write(`to ${name}\n${report(await measure(sides, kind, options), waiting)}`);
  } finally {
    await Promise.all([sides.empty.close(), sides.crowded.close()]);
  }
};
