import { Type } from 'typebox';
import { bookingId, type PartnerId, partnerId } from '../../../base/ids.js';
import { Problem } from '../../../base/problem.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import type { Deliveries } from '../../../webhooks/deliveries/deliveries.js';
import { type DeliveryDocument, deliveryStates } from '../../../webhooks/deliveries/delivery.js';
import type { DeliveryFilter } from '../../../webhooks/deliveries/delivery-filter.js';
import type { Replay, Replayed, Replays } from '../../../webhooks/deliveries/replay.js';
import { cursorOf, positionOf } from '../../../webhooks/deliveries/walk-cursor.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import { instantText } from '../instant-text.js';
import { type AskedDeliveries, anyState, deliveryParameters, filterIn } from './asked-deliveries.js';
import { askedInstant } from './asked-instant.js';

interface ReplayRowOptions {
  readonly replays: Replays;
  readonly deliveries: Pick<Deliveries, 'view' | 'ofBooking'>;
  readonly partners: Pick<Partners, 'list' | 'view'>;
  /** Something may now be sent. */
  readonly onResent: () => void;
}

interface Asked extends AskedDeliveries {
  readonly delivery?: string | undefined;
  readonly partner?: string | undefined;
  readonly booking?: number | undefined;
  readonly all?: boolean | undefined;
}

const modestPerSecond = 10;

const endedStates = deliveryStates.filter((state) => state !== 'open');
const failedStates = ['refused', 'unauthorised', 'abandoned'] as const;

const refuse = (field: string, details: string): never => {
  throw new Problem('request_parameter_invalid', { fields: [field], details });
};

const isSaid = ({ delivery, partner, booking, kind, state, since, until, all }: Asked): boolean =>
  all === true ||
  [delivery, partner, booking, kind, since, until].some((each) => each !== undefined) ||
  (state ?? []).length > 0;

/** Where no state is named: whoever says "since", or names the notices, wants what was delivered too; else what failed. */
const statesOf = (asked: Asked, named: DeliveryFilter['states']): DeliveryFilter['states'] => {
  if (named.length > 0) return named.filter((state) => state !== 'open');
  const isEverything =
    asked.all === true || [asked.since, asked.delivery, asked.booking].some((each) => each !== undefined);
  return isEverything ? endedStates : failedStates;
};

const checkSaid = (asked: Asked): void => {
  if (!isSaid(asked))
    refuse(
      'all',
      'name a delivery, partner, booking, kind, state, since or until; or all=true for everything',
    );
  if (asked.state?.includes('open') === true) refuse('state', 'what is open is being sent already');
};

const showReplayed = (replay: Replay, { counts, leftAlone, lastDueAt, next }: Replayed) => {
  const partners = [...counts].map(([partner, deliveries]) => ({ partner, deliveries }));
  const most = Math.max(0, ...counts.values());
  return {
    dry_run: replay.isDryRun,
    started_at: instantText(replay.startedAt),
    rate_per_second: replay.perSecond,
    deliveries: partners.reduce((sum, { deliveries }) => sum + deliveries, 0),
    left_alone: leftAlone,
    partners,
    takes_seconds: Math.ceil(most / replay.perSecond),
    last_due_at: instantText(lastDueAt),
    next: next === undefined ? null : cursorOf(next),
  };
};

/** Sending again what has ended: one delivery, a booking's, those of a filter, or everything since an instant. */
export const createReplayRows = (options: ReplayRowOptions): readonly AnyRoute[] => {
  const { replays, deliveries, partners } = options;

  const partnersNamed = async (name: string | undefined): Promise<readonly PartnerId[]> => {
    if (name !== undefined) return [(await partners.view(partnerId(name)))._id];
    return (await partners.list()).map(({ _id }) => _id);
  };

  /** Those that are named one by one; `undefined` where a filter says which. */
  const namedOnes = async ({
    delivery,
    booking,
  }: Asked): Promise<readonly DeliveryDocument[] | undefined> => {
    if (delivery !== undefined) return [await deliveries.view(delivery)];
    return booking === undefined ? undefined : deliveries.ofBooking(bookingId(booking));
  };

  const filterOf = async (asked: Asked, startedAt: number, now: number): Promise<DeliveryFilter> => {
    const { states, until = startedAt + 1, ...rest } = filterIn(asked, now);
    return {
      ...rest,
      states: statesOf(asked, states),
      partners: await partnersNamed(asked.partner),
      // What ends later is the work of this replay, or was not thought of when it was asked for.
      until: Math.min(until, startedAt + 1),
    };
  };

  const startOf = (text: string | undefined, now: number): number => {
    if (text === undefined) return now;
    const startedAt = askedInstant('started_at', text, now);
    return startedAt <= now ? startedAt : refuse('started_at', 'that is still to come');
  };

  return [
    route({
      method: 'POST',
      path: '/deliveries/replay',
      operation: 'operator.deliveries.replay',
      summary: `Sends ended deliveries again, so many a second to each partner; what is open is left alone. Without "state": what failed, and with "since" (or "all", "booking", "delivery") what was delivered too; "${anyState}" is every state. A bounded number at each call: go on with "cursor" from "next", and "started_at" as answered, until "next" is null. A repeat with the same "started_at" opens nothing twice.`,
      access: 'operator',
      input: Type.Object({
        ...deliveryParameters,
        delivery: Type.Optional(Type.String({ maxLength: 64 })),
        all: Type.Optional(Type.Boolean()),
        rate: Type.Optional(Type.Number({ minimum: 0.1, maximum: 1_000 })),
        dry_run: Type.Optional(Type.Boolean()),
        started_at: Type.Optional(Type.String()),
        cursor: Type.Optional(Type.String({ maxLength: 400 })),
      }),
      run: async ({ rate, dry_run: isDryRun = false, started_at: started, cursor, ...asked }) => {
        checkSaid(asked);
        const now = await replays.now();
        const startedAt = startOf(started, now);
        const from = cursor === undefined ? undefined : positionOf(cursor);
        const filter = await filterOf(asked, startedAt, now);
        const replay = { filter, startedAt, isDryRun, perSecond: rate ?? modestPerSecond };
        const named = await namedOnes(asked);
        const isWanted = ({ partner }: DeliveryDocument): boolean => filter.partners.includes(partner);
        const done =
          named === undefined
            ? await replays.step({ ...replay, from })
            : await replays.some(replay, named.filter(isWanted));
        if (!isDryRun) options.onResent();
        return raw(200, showReplayed(replay, done));
      },
    }),
  ];
};
