import { Type } from 'typebox';
import { partnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Deliveries } from '../../webhooks/deliveries/deliveries.js';
import {
  type AttemptDocument,
  type DeliveryDocument,
  type DeliveryState,
  deliveryStates,
} from '../../webhooks/deliveries/delivery.js';
import { instantText } from './instant-text.js';

type Shown = Readonly<Record<string, unknown>>;

const showDelivery = (delivery: DeliveryDocument): Shown => ({
  id: delivery._id,
  partner: delivery.partner,
  booking: delivery.booking,
  kind: delivery.kind,
  state: delivery.st,
  attempts: delivery.n,
  last: delivery.last ?? null,
  due: instantText(delivery.due),
  created_at: instantText(delivery.createdAt),
  updated_at: instantText(delivery.updatedAt),
});

const showAttempt = (attempt: AttemptDocument): Shown => ({
  n: attempt.n,
  at: instantText(attempt.at),
  duration_ms: attempt.durationMs,
  status: attempt.status ?? null,
  reason: attempt.reason,
  is_contract_fault: attempt.isContractFault,
  body_excerpt: attempt.bodyExcerpt ?? null,
  detail: attempt.detail ?? null,
  next_at: instantText(attempt.nextAt),
});

const stateNamed = (name: string): DeliveryState => {
  const state = deliveryStates.find((known) => known === name);
  if (state !== undefined) return state;
  throw new Problem('request_parameter_invalid', {
    fields: ['state'],
    details: `states are ${deliveryStates.join(', ')}`,
  });
};

interface DeliveryRowOptions {
  readonly deliveries: Pick<Deliveries, 'list' | 'view' | 'attempts' | 'resend' | 'counts'>;
  /** Something may now be sent. */
  readonly onResent: () => void;
}

const deliveryName = Type.Object({ deliveryId: Type.String({ maxLength: 64 }) });

/** The notices, what became of them, and sending one again. */
export const createDeliveryRows = ({ deliveries, onResent }: DeliveryRowOptions): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/deliveries',
    operation: 'operator.deliveries.list',
    summary: "A partner's deliveries in one state, in the order they are due.",
    access: 'operator',
    input: Type.Object({
      partner: Type.String(),
      state: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      skip: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    run: async ({ partner, state = 'open', limit = 100, skip = 0 }) => {
      const query = { partner: partnerId(partner), state: stateNamed(state), limit, skip };
      return raw(200, (await deliveries.list(query)).map(showDelivery));
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
    summary: 'One delivery with its last attempts.',
    access: 'operator',
    input: deliveryName,
    run: async ({ deliveryId }) => {
      const [delivery, attempts] = await Promise.all([
        deliveries.view(deliveryId),
        deliveries.attempts(deliveryId),
      ]);
      return raw(200, {
        ...showDelivery(delivery),
        attempts: attempts.map(showAttempt),
        attempt_count: delivery.n,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/deliveries/:deliveryId/resend',
    operation: 'operator.deliveries.resend',
    summary: 'Sends a delivery again now, whatever became of it.',
    access: 'operator',
    input: deliveryName,
    run: async ({ deliveryId }) => {
      const delivery = await deliveries.resend(deliveryId);
      onResent();
      return raw(200, showDelivery(delivery));
    },
  }),
];
