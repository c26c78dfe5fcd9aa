import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { type DeliveryDocument, type DeliveryState, deliveryStates } from './delivery.js';
import { type DeliveryFilter, inStateSince } from './delivery-filter.js';

/** Where a walk goes on: in this stretch, after the last delivery that was looked at there. */
export interface WalkPosition {
  readonly partner: PartnerId;
  readonly st: DeliveryState;
  readonly last?: { readonly at: number; readonly id: string };
}

export interface Walk {
  readonly filter: DeliveryFilter;
  readonly from?: WalkPosition | undefined;
  /** At most so many are found. */
  readonly limit: number;
}

export interface Walked {
  readonly found: readonly DeliveryDocument[];
  /** Absent where everything has been looked at. */
  readonly next?: WalkPosition;
}

/**
 * Deliveries partner by partner and state by state, each stretch in the order in which they came to that state. One call
 * looks at a bounded number, found or not; whoever wants them all calls again from `next`.
 */
export type WalkDeliveries = (walk: Walk) => Promise<Walked>;

/** What a call may spend: a delivery looked at costs one, and each read as much as so many. */
const budget = 10_000;
const readCost = 20;
const maxRead = 1_000;

type Stretch = Pick<WalkPosition, 'partner' | 'st'>;

const rank = ({ st }: Stretch): number => deliveryStates.indexOf(st);

const isFrom = (from: Stretch, stretch: Stretch): boolean =>
  stretch.partner === from.partner ? rank(stretch) >= rank(from) : stretch.partner > from.partner;

const stretchesOf = ({ filter, from }: Walk): readonly Stretch[] => {
  const states = deliveryStates.filter((state) => filter.states.includes(state));
  const all = [...filter.partners].sort().flatMap((partner) => states.map((st) => ({ partner, st })));
  return from === undefined ? all : all.filter((stretch) => isFrom(from, stretch));
};

/** The position after a delivery. */
export const positionAfter = (delivery: DeliveryDocument): WalkPosition => ({
  partner: delivery.partner,
  st: delivery.st,
  last: { at: inStateSince(delivery), id: delivery._id },
});

const isSame = (left: Stretch, right: Stretch): boolean =>
  left.partner === right.partner && left.st === right.st;

/** Both orders begin with partner and state and end with the id, as the indexes do. */
const createRead =
  (documents: Documents<DeliveryDocument>) =>
  (position: WalkPosition, { since = 0, until = Number.MAX_SAFE_INTEGER }: DeliveryFilter, limit: number) => {
    const { partner, st, last } = position;
    const window = { $gte: last?.at ?? since, $lt: until };
    if (st === 'open') {
      const rest =
        last === undefined ? {} : { $or: [{ openedAt: { $gt: last.at } }, { _id: { $gt: last.id } }] };
      return documents
        .find({ partner, st, openedAt: window, ...rest }, { sort: { openedAt: 1, _id: 1 }, limit })
        .toArray();
    }
    const rest = last === undefined ? {} : { $or: [{ due: { $gt: last.at } }, { _id: { $gt: last.id } }] };
    return documents
      .find({ partner, st, due: window, ...rest }, { sort: { due: 1, _id: 1 }, limit })
      .toArray();
  };

export const createWalkDeliveries = (documents: Documents<DeliveryDocument>): WalkDeliveries => {
  const read = createRead(documents);

  return async (walk) => {
    const { filter, from, limit } = walk;
    const found: DeliveryDocument[] = [];
    let left = budget;
    for (const stretch of stretchesOf(walk)) {
      let position: WalkPosition = from !== undefined && isSame(from, stretch) ? from : stretch;
      for (let isOver = false; !isOver; ) {
        if (found.length >= limit || left <= 0) return { found, next: position };
        const asked = Math.min(limit - found.length, maxRead);
        const deliveries = await read(position, filter, asked);
        found.push(...deliveries.filter(({ kind }) => filter.kind === undefined || kind === filter.kind));
        left -= readCost + deliveries.length;
        const last = deliveries.at(-1);
        if (last !== undefined) position = positionAfter(last);
        isOver = deliveries.length < asked;
      }
    }
    return { found };
  };
};
