import type { Post } from '#service/outbound/outbound.js';
import { perSecond, rateLine, ratioLine, type Write } from './figures.js';
import { openServiceSide, type ServiceSide } from './service-side.js';
import { type Sink, startSink, withSink } from './with-sink.js';

export interface DeadPartnerOptions {
  readonly post: Post;
  readonly count: number;
  /** Notices that wait for the dead partner, all of them due. */
  readonly backlog: number;
  readonly rounds: number;
  readonly write: Write;
}

/** Nobody listens at its port any more. */
const startRefusing = async (): Promise<Sink> => {
  const sink = await startSink('bare');
  await sink.end();
  return sink;
};

const measure = async (deadSink: Sink, options: DeadPartnerOptions): Promise<void> => {
  const { post, count, backlog, rounds, write } = options;
  const alone: ServiceSide = await openServiceSide(post);
  const beside: ServiceSide = await openServiceSide(post);
  const rates: { readonly alone: number; readonly beside: number }[] = [];
  try {
    await withSink('http', async (port) => {
      const partner = await alone.addPartner('well', port);
      await beside.addPartner('well', port);
      const dead = await beside.addPartner('dead', deadSink.port);
      await beside.fill(dead, backlog, Date.now());
      for (let round = 0; round <= rounds; round += 1) {
        const aloneRate = await perSecond(count, () => alone.deliver(partner, count));
        await beside.resume(dead);
        const besideRate = await perSecond(count, () => beside.deliver(partner, count));
        await beside.pause(dead);
        if (round > 0) rates.push({ alone: aloneRate, beside: besideRate });
      }
    });
  } finally {
    // First, or what hangs there would have to be waited for.
    await deadSink.end();
    await Promise.all([alone.close(), beside.close()]);
  }
  const ofAlone = rates.map((rate) => rate.alone);
  const ofBeside = rates.map((rate) => rate.beside);
  write(rateLine('deliveries to a partner that is well', ofAlone));
  write(rateLine(`the same beside ${backlog} of a dead one`, ofBeside));
  write(ratioLine('ratio', ofBeside, ofAlone));
};

/** What a dead partner costs another. Its breaker is as the rounds before left it. */
export const runDeadPartner = async (options: DeadPartnerOptions): Promise<void> => {
  options.write(`dead partner: ${options.count} deliveries, median of ${options.rounds} pairs in turn\n`);
  options.write('it refuses connections\n');
  await measure(await startRefusing(), options);
  options.write('it takes connections and never answers\n');
  await measure(await startSink('hanging'), options);
};
