import { systemClock } from '#service/base/clock.js';
import type { BookingId } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import type { OutboundOutcome, Post } from '#service/outbound/outbound.js';
import { createOutboxPump } from '#service/webhooks/outbox/outbox-pump.js';
import { bookingPartner, openBookings } from '../book/bookings-on.js';
import { line, percentile, type Write } from './figures.js';
import { openServiceSide } from './service-side.js';
import { withSink } from './with-sink.js';

export interface LatencyOptions {
  readonly post: Post;
  readonly bookings: number;
  readonly perSecond: number;
  readonly write: Write;
}

const bellMs = 25;

/** Epoch-free milliseconds on the clock that all processes of a machine share. */
const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

const arrivedAt = (outcome: OutboundOutcome): number =>
  outcome.kind === 'answered' ? Number(outcome.headers['arrived-at']) / 1e6 : Number.NaN;

/** Books so many at an even pace and says how long after its commit each notice reached the partner, in ms. */
const measure = async (
  port: number,
  options: LatencyOptions,
  isNudged: boolean,
): Promise<readonly number[]> => {
  const committed = new Map<BookingId, number>();
  const arrived = new Map<string, number>();
  let tellAll: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    tellAll = resolve;
  });
  const side = await openServiceSide(async (request) => {
    const outcome = await options.post(request);
    if (!arrived.has(request.body)) arrived.set(request.body, arrivedAt(outcome));
    if (arrived.size === options.bookings) tellAll();
    return outcome;
  });
  const bookings = openBookings(side.database, (booking) => {
    committed.set(booking, sharedNow());
    if (isNudged) pump.nudge();
  });
  const pump = createOutboxPump({
    outbox: bookings.outbox,
    deliveries: side.store,
    clock: systemClock,
    serverNow: side.database.serverNow,
    logger: silentLogger,
    onDeliveries: side.dispatcher.nudge,
    bellMs: isNudged ? 1_000 : bellMs,
  });
  try {
    await side.database.ensureIndexes();
    await side.resume(await side.addPartner(bookingPartner, port));
    pump.start();
    const start = performance.now();
    for (let stay = 0; stay < options.bookings; stay += 1) {
      const wait = start + (stay * 1_000) / options.perSecond - performance.now();
      if (wait > 0) await systemClock.sleep(wait);
      void bookings.book(stay);
    }
    await all;
    return [...committed].map(([booking, at]) => (arrived.get(`{"id":${booking}}`) ?? Number.NaN) - at);
  } finally {
    await pump.stop();
    await side.close();
  }
};

const report = (name: string, waits: readonly number[]): string =>
  [0.5, 0.99, 1]
    .map((share) =>
      line(`${name}, ${share === 1 ? 'at most' : `p${share * 100}`}`, percentile(waits, share), 'ms', 1),
    )
    .join('');

/** From the commit of a real booking over outbox, pump and dispatcher to the arrival of the first attempt at a partner in another process. */
export const runLatency = async (options: LatencyOptions): Promise<void> => {
  const { bookings, perSecond, write } = options;
  write(`latency: ${bookings} bookings, ${perSecond} a second, commit to the partner's door\n`);
  await withSink('stamping', async (port) => {
    write(report('one process', await measure(port, options, true)));
    write(report(`another process, asked every ${bellMs} ms`, await measure(port, options, false)));
  });
};
