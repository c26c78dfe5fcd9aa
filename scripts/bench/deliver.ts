import { createAddressPolicy } from '#service/outbound/address-policy.js';
import { createOutbound } from '#service/outbound/create-outbound.js';
import type { Post } from '#service/outbound/outbound.js';
import { runClients } from './deliver/clients.js';
import { runDeadPartner } from './deliver/dead-partner.js';
import type { Write } from './deliver/figures.js';
import { runLatency } from './deliver/latency.js';
import { runMemory } from './deliver/memory.js';
import { runRates } from './deliver/rates.js';
import { describeMachine } from './machine.js';

export interface DeliverBenchOptions {
  /** Small sizes that keep the benchmark alive in CI; their figures mean nothing. */
  readonly isSmall: boolean;
  /** Some of `deliverParts`; all where none is given. */
  readonly parts?: readonly string[];
  readonly write?: Write;
}

interface Sizes {
  readonly count: number;
  readonly waiting: number;
  readonly backlogOfTheDead: number;
  readonly rounds: number;
  readonly bookings: number;
  readonly drainMs: number;
}

/** Long enough for the last outcomes of a round, which wait for company, not to count. */
const full: Sizes = {
  count: 20_000,
  waiting: 1_000_000,
  backlogOfTheDead: 100_000,
  rounds: 9,
  bookings: 3_000,
  drainMs: 30_000,
};
const small: Sizes = {
  count: 200,
  waiting: 1_000,
  backlogOfTheDead: 500,
  rounds: 3,
  bookings: 50,
  drainMs: 500,
};

type Part = (post: Post, sizes: Sizes, write: Write) => Promise<void>;

const parts: Readonly<Record<string, Part>> = {
  // The slowest of them sends a thousand a second.
  clients: (post, { count, rounds }, write) =>
    runClients({ post, count: Math.ceil(count / 10), rounds, write }),
  rates: (post, { count, waiting, rounds }, write) => runRates({ post, count, waiting, rounds, write }),
  dead: (post, { count, backlogOfTheDead: backlog, rounds }, write) =>
    runDeadPartner({ post, count, backlog, rounds, write }),
  latency: (post, { bookings }, write) => runLatency({ post, bookings, perSecond: 100, write }),
  memory: (post, { waiting: backlog, drainMs: durationMs }, write) =>
    runMemory({ post, backlog, durationMs, write }),
};

export const deliverParts: readonly string[] = Object.keys(parts);

/** The dispatcher's figures, each against its baseline, the partners in processes of their own. */
export const run = async ({ isSmall, ...options }: DeliverBenchOptions): Promise<void> => {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  write(`deliver: on disk, partners in another process\n`);
  write(`machine     ${describeMachine()}\n`);
  for (const name of options.parts ?? deliverParts) {
    const outbound = createOutbound({
      isAddressAllowed: createAddressPolicy({ allowPrivateTargets: true }),
    });
    try {
      await parts[name]?.(outbound.post, isSmall ? small : full, write);
    } finally {
      await outbound.close();
    }
  }
};
