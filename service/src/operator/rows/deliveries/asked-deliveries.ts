import { Type } from 'typebox';
import { deliveryStates, noticeKinds } from '../../../webhooks/deliveries/delivery.js';
import type { DeliveryFilter } from '../../../webhooks/deliveries/delivery-filter.js';
import { askedInstant } from './asked-instant.js';
import { knownWord } from './known-word.js';

/** Parameters that say which deliveries are meant. */
export const deliveryParameters = {
  partner: Type.Optional(Type.String()),
  booking: Type.Optional(Type.Integer({ minimum: 1 })),
  kind: Type.Optional(Type.String()),
  state: Type.Optional(Type.Array(Type.String())),
  since: Type.Optional(Type.String()),
  until: Type.Optional(Type.String()),
};

export interface AskedDeliveries {
  readonly kind?: string | undefined;
  readonly state?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** All of them at once. */
export const anyState = 'any';

const statesIn = (texts: readonly string[]): DeliveryFilter['states'] =>
  texts.includes(anyState) ? deliveryStates : texts.map((text) => knownWord('state', deliveryStates, text));

/** What a filter says but whose deliveries; throws `request_parameter_invalid` naming the field. */
export const filterIn = (
  { state = [], kind, since, until }: AskedDeliveries,
  now: number,
): Omit<DeliveryFilter, 'partners'> => ({
  states: statesIn(state),
  ...(kind !== undefined && { kind: knownWord('kind', noticeKinds, kind) }),
  ...(since !== undefined && { since: askedInstant('since', since, now) }),
  ...(until !== undefined && { until: askedInstant('until', until, now) }),
});
