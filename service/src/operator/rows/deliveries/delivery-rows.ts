import { Type } from 'typebox';
import { dayMs } from '../../../base/durations.js';
import { type BookingId, bookingId, type PartnerId, partnerId } from '../../../base/ids.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import { attemptGaps } from '../../../webhooks/deliveries/attempt-gaps.js';
import {
  attemptsShown,
  type Deliveries,
  type DeliveryPage,
} from '../../../webhooks/deliveries/deliveries.js';
import type { DeliveryDocument } from '../../../webhooks/deliveries/delivery.js';
import { type DeliveryFilter, isMeant } from '../../../webhooks/deliveries/delivery-filter.js';
import { cursorOf, positionOf } from '../../../webhooks/deliveries/walk-cursor.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import { anyState, deliveryParameters, filterIn } from './asked-deliveries.js';
import { createWithOutlooks } from './delivery-outlooks.js';
import { showAttempt, showDelivery, showGap } from './show-delivery.js';

interface DeliveryRowOptions {
  readonly deliveries: Omit<Deliveries, 'reopenUnauthorised'>;
  readonly partners: Pick<Partners, 'list' | 'view'>;
  /** Something may now be sent. */
  readonly onResent: () => void;
  readonly now: () => number;
  /** For how long attempts are kept, ms. */
  readonly attemptsKeptMs?: number;
}

const deliveryName = Type.Object({ deliveryId: Type.String({ maxLength: 64 }) });

/** The notices, what became of them, and sending one again. */
export const createDeliveryRows = (options: DeliveryRowOptions): readonly AnyRoute[] => {
  const { deliveries, partners, now, attemptsKeptMs: keptMs = 90 * dayMs } = options;
  const withOutlooks = createWithOutlooks(options);

  const partnersNamed = async (name: string | undefined): Promise<readonly PartnerId[]> => {
    if (name !== undefined) return [(await partners.view(partnerId(name)))._id];
    return (await partners.list()).map(({ _id }) => _id);
  };

  const ofBooking = async (booking: BookingId, filter: DeliveryFilter): Promise<DeliveryPage> => {
    const found = await deliveries.ofBooking(booking);
    const isWanted = (delivery: DeliveryDocument): boolean =>
      filter.partners.includes(delivery.partner) && isMeant(filter, delivery);
    return { deliveries: found.filter(isWanted) };
  };

  const shown = async (delivery: DeliveryDocument) =>
    (await withOutlooks([delivery])).map(showDelivery).at(0);

  return [
    route({
      method: 'GET',
      path: '/deliveries',
      operation: 'operator.deliveries.list',
      summary: `Deliveries in these states (default open; "${anyState}" for all), partner by partner, those longest in their state first; "since" and "until" are about when they came to it. A page may be short and not the last: "next" is the cursor of the one after.`,
      access: 'operator',
      input: Type.Object({
        ...deliveryParameters,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
        cursor: Type.Optional(Type.String({ maxLength: 400 })),
      }),
      run: async ({ partner, booking, limit = 100, cursor, ...asked }) => {
        const { state = [booking === undefined ? 'open' : anyState] } = asked;
        const meant = filterIn({ ...asked, state }, now());
        const from = cursor === undefined ? undefined : positionOf(cursor);
        const filter = { ...meant, partners: await partnersNamed(partner) };
        const page =
          booking === undefined
            ? await deliveries.list({ filter, from, limit })
            : await ofBooking(bookingId(booking), filter);
        return raw(200, {
          deliveries: (await withOutlooks(page.deliveries)).map(showDelivery),
          next: page.next === undefined ? null : cursorOf(page.next),
        });
      },
    }),
    route({
      method: 'GET',
      path: '/partners/:partnerId/deliveries/counts',
      operation: 'operator.deliveries.count',
      summary: "How many of a partner's deliveries are in each state (a count stops at 10,000).",
      access: 'operator',
      input: Type.Object({ partnerId: Type.String() }),
      run: async (input) => raw(200, await deliveries.counts(partnerId(input.partnerId))),
    }),
    route({
      method: 'GET',
      path: '/deliveries/:deliveryId',
      operation: 'operator.deliveries.view',
      summary:
        'One delivery with its last attempts, what is missing among them and why, and what happens next.',
      access: 'operator',
      input: deliveryName,
      run: async ({ deliveryId }) => {
        const [delivery, attempts] = await Promise.all([
          deliveries.view(deliveryId),
          deliveries.attempts(deliveryId),
        ]);
        const shownFrom = Math.max(1, delivery.n - attemptsShown + 1);
        return raw(200, {
          ...(await shown(delivery)),
          attempts: attempts.map(showAttempt),
          attempt_count: delivery.n,
          missing_attempts: attemptGaps({ delivery, attempts, shownFrom, now: now(), keptMs }).map(showGap),
        });
      },
    }),
    route({
      method: 'POST',
      path: '/deliveries/:deliveryId/resend',
      operation: 'operator.deliveries.resend',
      summary: 'Sends a delivery again now, whatever became of it; one on its way is left alone.',
      access: 'operator',
      input: deliveryName,
      run: async ({ deliveryId }) => {
        const delivery = await deliveries.resend(deliveryId);
        options.onResent();
        return raw(200, await shown(delivery));
      },
    }),
  ];
};
