import type { Post } from '#service/outbound/outbound.js';
import { clientLoops } from './client-loops.js';
import { perSecond, rateLine, timed, type Write } from './figures.js';
import { concurrency } from './service-side.js';
import { withSink } from './with-sink.js';

export interface ClientsOptions {
  readonly post: Post;
  readonly count: number;
  readonly rounds: number;
  readonly write: Write;
}

/** Notices a second by each HTTP client and nothing else, in turn. */
export const runClients = async ({ post, count, rounds, write }: ClientsOptions): Promise<void> => {
  write(`clients: ${count} notices, ${concurrency} side by side, median of ${rounds} rounds in turn\n`);
  for (const kind of ['bare', 'http'] as const) {
    write(kind === 'bare' ? 'to a sink of bare bytes\n' : "to a sink that is Node's HTTP server\n");
    await withSink(kind, async (port) => {
      const clients = clientLoops(post, port, concurrency);
      const rates = new Map<string, number[]>(clients.map(({ name }) => [name, []]));
      for (let round = 0; round <= rounds; round += 1)
        for (const { name, loop } of clients) {
          const rate = await perSecond(count, () => timed(() => loop(count)));
          if (round > 0) rates.get(name)?.push(rate);
        }
      for (const [name, measured] of rates) write(rateLine(name, measured));
    });
  }
};
