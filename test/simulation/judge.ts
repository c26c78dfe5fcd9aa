import type { NoticeKind } from '#kit/index.js';
import type { BookingDocument } from '#service/bookings/booking.js';
import { type DeliveryDocument, deliveryId } from '#service/webhooks/deliveries/delivery.js';
import type { Ground } from './ground.js';
import type { Effect } from './partner-books.js';
import type { Plan } from './plan.js';
import type { RunRecord } from './record.js';
import type { PartnerWorld } from './sites.js';

export interface Court {
  readonly ground: Ground;
  readonly plan: Plan;
  readonly partners: readonly PartnerWorld[];
  readonly record: RunRecord;
}

const committed = ({ ground }: Court): readonly BookingDocument[] =>
  ground.rows.bookings.all().filter(({ st }) => st === 'booked' || st === 'cancelled');

const partnerOf = ({ partners }: Court, booking: BookingDocument): PartnerWorld | undefined =>
  partners.find(({ id }) => id === booking.partner);

const wantedKinds = (court: Court, booking: BookingDocument): readonly NoticeKind[] =>
  booking.st === 'cancelled' && partnerOf(court, booking)?.wantsCancel === true
    ? ['create', 'cancel']
    : ['create'];

const wantedDeliveries = (court: Court): readonly string[] =>
  committed(court).flatMap((booking) =>
    wantedKinds(court, booking).map((kind) => deliveryId(booking._id, kind)),
  );

const isDelivered = (delivery: DeliveryDocument | undefined): boolean =>
  delivery?.st === 'delivered' && (delivery.tok ?? null) === null;

/** Whether nothing is left to do, as far as the database knows. */
export const isSettled = (court: Court): boolean => {
  const { deliveries } = court.ground.rows;
  return (
    court.record.customers.waiting === 0 &&
    committed(court).every(({ out }) => out.length === 0) &&
    wantedDeliveries(court).every((id) => isDelivered(deliveries.get(id))) &&
    deliveries.all().every(isDelivered)
  );
};

const promiseFaults = ({ ground, record }: Court): string[] => {
  const stateOf = (id: number) => ground.rows.bookings.get(id)?.st ?? 'nowhere';
  return [
    ...[...record.toldBooked]
      .filter((id) => stateOf(id) !== 'booked' && stateOf(id) !== 'cancelled')
      .map((id) => `booking ${id} was confirmed and is ${stateOf(id)}`),
    ...[...record.toldCancelled]
      .filter((id) => stateOf(id) !== 'cancelled')
      .map((id) => `booking ${id} was confirmed as cancelled and is ${stateOf(id)}`),
  ];
};

const outboxFaults = (court: Court): string[] =>
  committed(court)
    .filter(({ out, outAt }) => out.length > 0 || (outAt ?? null) !== null)
    .map(({ _id, out }) => `booking ${_id} still has [${out.join(', ')}] in its outbox`);

const releaseFaults = (court: Court): string[] =>
  committed(court)
    .filter(({ _id, st }) => (st === 'cancelled') !== court.record.released.has(_id))
    .map(({ _id, st }) => `booking ${_id} is ${st}; its spaces say otherwise`);

const deliveryFaults = (court: Court): string[] => {
  const { deliveries } = court.ground.rows;
  const wanted = wantedDeliveries(court);
  return [
    ...wanted
      .filter((id) => !isDelivered(deliveries.get(id)))
      .map((id) => `${id} is ${JSON.stringify(deliveries.get(id)) ?? 'missing'}, not delivered`),
    ...deliveries
      .all()
      .filter(({ _id }) => !wanted.includes(_id))
      .map(({ _id }) => `${_id} was made, and nobody asked for it`),
  ];
};

/** A handler whose effect and `done` are apart repeats itself where it dies between them, and only there. */
const mayRepeat = ({ plan }: Court, { books }: PartnerWorld): boolean => {
  const { storeLost, storeAnswerLost, handlerTrouble } = plan.weather;
  const isWeathered = storeLost + storeAnswerLost + handlerTrouble > 0;
  const isUpset = plan.happenings.some(
    ({ what: { type } }) => type === 'partner_dies' || type === 'partner_pauses',
  );
  return books.promise === 'at_least_once' && (isWeathered || isUpset);
};

const countFaults = (court: Court, partner: PartnerWorld, effects: readonly Effect[]): string[] => {
  const own = committed(court).filter((booking) => booking.partner === partner.id);
  const wanted = own.flatMap((booking) =>
    wantedKinds(court, booking).map((kind) => deliveryId(booking._id, kind)),
  );
  const counts = new Map<string, number>(wanted.map((id) => [id, 0]));
  for (const { bookingId, kind } of effects) {
    const id = `${bookingId}:${kind}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const isRight = (id: string, count: number): boolean =>
    wanted.includes(id) ? count === 1 || (count > 1 && mayRepeat(court, partner)) : count === 0;
  return [...counts]
    .filter(([id, count]) => !isRight(id, count))
    .map(([id, count]) => `${id} had ${count} effects at ${partner.id}`);
};

/** A cancel comes after its create's effect, unless the create was refused or sent again by hand. */
const orderFaults = ({ record }: Court, effects: readonly Effect[]): string[] => {
  const firstOf = (id: number, wanted: NoticeKind): number =>
    effects.findIndex(({ bookingId, kind }) => bookingId === id && kind === wanted);
  return effects
    .filter(({ kind }) => kind === 'cancel')
    .map(({ bookingId }) => bookingId)
    .filter((id) => !record.resent.has(`${id}:create`) && firstOf(id, 'cancel') < firstOf(id, 'create'))
    .map((id) => `${id}:cancel had its effect before ${id}:create`);
};

const attemptFaults = ({ ground, record }: Court): string[] => {
  const sent = new Set(record.exchanges.map(({ delivery, attempt }) => `${delivery}:${attempt}`));
  const attempts = ground.rows.attempts.all();
  const accepted = new Set(
    attempts
      .filter(({ reason }) => ['accepted', 'duplicate', 'accepted_otherwise'].includes(reason))
      .map(({ delivery }) => delivery),
  );
  return [
    ...attempts
      .filter(({ _id }) => !sent.has(_id))
      .map(({ _id }) => `attempt ${_id} is recorded and was never sent`),
    ...ground.rows.deliveries
      .all()
      .filter(({ _id, st }) => st === 'delivered' && !accepted.has(_id))
      .map(({ _id }) => `${_id} is delivered, and no attempt says that it was accepted`),
  ];
};

/** What is wrong when all is over; nothing where the promises were kept. */
export const judge = (court: Court): readonly string[] => [
  ...court.record.faults,
  ...promiseFaults(court),
  ...outboxFaults(court),
  ...releaseFaults(court),
  ...deliveryFaults(court),
  ...attemptFaults(court),
  ...court.partners.flatMap((partner) => {
    const effects = partner.books.effects();
    return [...countFaults(court, partner, effects), ...orderFaults(court, effects)];
  }),
];
