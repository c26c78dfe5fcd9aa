import type { Database } from '../base/documents.js';
import type { PartnerId } from '../base/ids.js';
import { sideBySide } from '../base/side-by-side.js';
import type { PartnerBacklog } from '../webhooks/deliveries/backlog.js';
import type { PartnerDocument } from '../webhooks/partners/partner.js';

export type Waiting = Pick<PartnerBacklog, 'open' | 'due' | 'inFlight' | 'oldestOpenedAt'>;

/** What the database says of now, whichever process asks. Instants are epoch ms. */
export interface Standing {
  readonly partners: readonly { readonly partner: PartnerDocument; readonly waiting: Waiting }[];
  readonly outbox: Outboxes;
  /** The database's clock minus this process's. */
  readonly clockOffsetMs: number;
  readonly disk: DiskSpace | undefined;
}

export interface Outboxes {
  /** When the oldest that is due became so. */
  readonly oldestAt: number | undefined;
  /** Due for longer than it should take; counted to 10,000. */
  readonly stuck: number;
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface StandingOptions {
  readonly partners: { readonly refresh: () => Promise<readonly PartnerDocument[]> };
  readonly backlogOf: (partner: PartnerId) => Promise<Waiting>;
  readonly outboxes: () => Promise<Outboxes>;
  readonly serverNow: Database['serverNow'];
  /** Where the data is on a disk of ours. */
  readonly diskSpace?: () => Promise<DiskSpace>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Enough to keep a server busy, and few enough to leave the dispatcher its turn. */
const atOnce = 4;

const clockOffset = async ({ serverNow, now }: StandingOptions): Promise<number> => {
  const before = now();
  const server = await serverNow();
  return server - (before + now()) / 2;
};

/** Reads it: each question ends within an index, and a partner with nothing waiting costs one. */
export const createReadStanding = (options: StandingOptions) => {
  const withWaiting = async (partner: PartnerDocument): Promise<Standing['partners'][number]> => ({
    partner,
    waiting: await options.backlogOf(partner._id),
  });

  return async (): Promise<Standing> => ({
    partners: await sideBySide(await options.partners.refresh(), atOnce, withWaiting),
    outbox: await options.outboxes(),
    clockOffsetMs: await clockOffset(options),
    disk: await options.diskSpace?.(),
  });
};
