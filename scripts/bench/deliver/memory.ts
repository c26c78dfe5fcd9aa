import type { Post } from '#service/outbound/outbound.js';
import { line, type Write } from './figures.js';
import { openServiceSide } from './service-side.js';
import { withSink } from './with-sink.js';

export interface MemoryOptions {
  readonly post: Post;
  readonly backlog: number;
  readonly durationMs: number;
  readonly write: Write;
}

const sampleMs = 250;

const megabytes = (): number => process.memoryUsage().rss / 2 ** 20;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Memory of the process while a backlog drains. The making of the backlog has filled SQLite's cache before the first sample. */
export const runMemory = async ({ post, backlog, durationMs, write }: MemoryOptions): Promise<void> => {
  const side = await openServiceSide(post);
  try {
    await withSink('http', async (port) => {
      const partner = await side.addPartner('drained', port);
      await side.fill(partner, backlog, Date.now());
      await side.resume(partner);
      await pause(sampleMs);
      const before = side.delivered();
      const samples = [megabytes()];
      const start = performance.now();
      while (performance.now() - start < durationMs && side.delivered() < backlog) {
        await pause(sampleMs);
        samples.push(megabytes());
      }
      const seconds = (performance.now() - start) / 1_000;
      write(`memory: a backlog of ${backlog} drains for ${seconds.toFixed(0)} s\n`);
      write(line('at the start', samples[0] ?? 0, 'MB'));
      write(line('at most', Math.max(...samples), 'MB'));
      write(line('at the end', samples.at(-1) ?? 0, 'MB'));
      write(line('deliveries meanwhile', side.delivered() - before, ''));
      await side.pause(partner);
    });
  } finally {
    await side.close();
  }
};
