import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import type { DeliveryDocument } from './delivery.js';
import { type DeliveryFilter, isMeant } from './delivery-filter.js';
import { createOpenInOrder } from './open-in-order.js';
import { createReplayTurns, type ReplayTurns } from './replay-turns.js';
import { createWalkDeliveries, type WalkPosition } from './walk-deliveries.js';

export interface Replay {
  /** Of ended deliveries: those that are open are being sent already. */
  readonly filter: DeliveryFilter;
  /** What a replay opened at this instant or later is this one's own work, and not meant. */
  readonly startedAt: number;
  /** For each partner; the replays of one partner queue up behind each other. */
  readonly perSecond: number;
  /** Changes nothing. */
  readonly isDryRun: boolean;
}

export interface ReplayStep extends Replay {
  readonly from?: WalkPosition | undefined;
}

export interface Replayed {
  /** How many of each partner are meant: were opened again or left alone, or would be opened. */
  readonly counts: ReadonlyMap<PartnerId, number>;
  /** Of these, claimed, settled or replayed by somebody else meanwhile. */
  readonly leftAlone: number;
  /** When the last of them is due; absent where nothing was opened. */
  readonly lastDueAt?: number;
  /** Absent where everything has been looked at. */
  readonly next?: WalkPosition;
}

/** Sends ended deliveries again under their own ids, a bounded number at each step. */
export interface Replays {
  /** The time by which turns are given: what `startedAt` is compared with. */
  readonly now: () => Promise<number>;
  /** Safe to repeat and to die in: with the same `startedAt` nothing is opened twice. */
  readonly step: (step: ReplayStep) => Promise<Replayed>;
  /** These now, before all that queue up, as far as the filter means them and as they were read. */
  readonly some: (replay: Replay, deliveries: readonly DeliveryDocument[]) => Promise<Replayed>;
}

export interface ReplaysOptions {
  readonly documents: Documents<DeliveryDocument>;
  /** The database's time: what is opened again is claimed by it. */
  readonly serverNow: () => Promise<number>;
}

const batch = 500;
/** Reads alone are cheap. */
const dryBatch = 5_000;

interface Turn {
  readonly delivery: DeliveryDocument;
  readonly at: number;
}

const countsOf = (deliveries: readonly DeliveryDocument[]): ReadonlyMap<PartnerId, number> => {
  const counts = new Map<PartnerId, number>();
  for (const { partner } of deliveries) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  return counts;
};

/** Each cancel after its create, where both are there. */
const inOrder = (deliveries: readonly DeliveryDocument[]): readonly DeliveryDocument[] => {
  const creates = new Map(
    deliveries.filter(({ kind }) => kind === 'create').map((delivery) => [delivery.booking, delivery]),
  );
  const ordered = new Set<DeliveryDocument>();
  for (const delivery of deliveries) {
    const create = creates.get(delivery.booking);
    if (create !== undefined) ordered.add(create);
    ordered.add(delivery);
  }
  return [...ordered];
};

export const createReplays = ({ documents, serverNow }: ReplaysOptions): Replays => {
  const walk = createWalkDeliveries(documents);
  const turnsOf: ReplayTurns = createReplayTurns(documents);
  const { open, createsBeside } = createOpenInOrder(documents);

  const openAll = async (turns: readonly Turn[], now: number): Promise<Omit<Replayed, 'counts'>> => {
    if (turns.length === 0) return { leftAlone: 0 };
    const opened = await open(turns.map(({ delivery, at }) => ({ delivery, by: 'replay', at, now })));
    return { leftAlone: turns.length - opened, lastDueAt: Math.max(...turns.map(({ at }) => at)) };
  };

  const replayed = async (
    replay: Replay,
    deliveries: readonly DeliveryDocument[],
    isQueued: boolean,
  ): Promise<Replayed> => {
    const { filter, startedAt, perSecond, isDryRun } = replay;
    const isOwn = ({ openedBy, openedAt }: DeliveryDocument): boolean =>
      openedBy === 'replay' && openedAt >= startedAt;
    const meant = deliveries.filter((delivery) => isMeant(filter, delivery) && !isOwn(delivery));
    const counts = countsOf(meant);
    if (isDryRun) return { counts, leftAlone: 0 };
    const now = await serverNow();
    const turns = await turnsOf({ deliveries: inOrder(meant), perSecond, now, isQueued });
    return { counts, ...(await openAll(turns, now)) };
  };

  return {
    now: serverNow,
    some: (replay, deliveries) => replayed(replay, deliveries, false),
    step: async ({ from, ...replay }) => {
      const limit = replay.isDryRun ? dryBatch : batch;
      const { found, next } = await walk({ filter: replay.filter, from, limit });
      // Else the walk would come to them only after the cancels of their bookings.
      const ahead = replay.isDryRun ? [] : await createsBeside(found);
      const done = await replayed(replay, [...ahead, ...found], true);
      return { ...done, ...(next === undefined ? {} : { next }) };
    },
  };
};
