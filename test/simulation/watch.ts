import { attemptId, type DeliveryDocument, deliveryId } from '#service/webhooks/deliveries/delivery.js';
import type { Ground } from './ground.js';
import type { Exchange } from './network.js';
import type { Plan } from './plan.js';
import type { RunRecord } from './record.js';

/** What must hold at every moment, checked as it happens. */
export interface Watch {
  readonly onExchangeStarted: (exchange: Exchange) => void;
  readonly onExchangeEnded: (exchange: Exchange) => void;
}

interface WatchOptions {
  readonly ground: Ground;
  readonly plan: Plan;
  readonly record: RunRecord;
}

const isReopened = (before: DeliveryDocument, after: DeliveryDocument): boolean =>
  after.st === 'open' && (after.tok ?? null) === null && after.n === after.nBefore && before.n === after.n;

/** A claim that came to an end with an attempt behind it. */
const isOutcome = (before: DeliveryDocument, after: DeliveryDocument): boolean =>
  (before.tok ?? null) !== null && (after.tok ?? null) === null && before.n === after.n;

export const startWatch = ({ ground, plan, record }: WatchOptions): Watch => {
  const { rows, trace } = ground;
  /** The exchanges of each attempt. */
  const sent = new Map<string, readonly Exchange[]>();
  /** Which notice made use of each right to probe. */
  const probes = new Map<string, string>();
  // Whoever's clock was set is wrong about leases until it has asked the database for the time again.
  const hasJumps = plan.happenings.some(({ what }) => what.type === 'set_clock');

  const hasStrangers = plan.happenings.some(
    ({ what }) => what.type === 'partner_mood' && what.mood.type === 'other_header',
  );

  const fault = (text: string): void => {
    trace.note('FAULT', () => text);
    record.faults.push(text);
  };

  /** One of its two values is always right, whenever the partner switches. */
  const checkRefused = (id: string): void => {
    ground.meet('unauthorised');
    if (!hasStrangers) fault(`${id} is refused, though one of the two header values was right`);
  };

  rows.deliveries.watch((before, after) => {
    if (before === undefined) return;
    const { _id: id } = after;
    if (isReopened(before, after)) {
      record.resent.add(id);
      return;
    }
    if (before.st !== 'open') fault(`${id} was ${before.st} and is ${after.st} without being opened again`);
    if (after.st === 'unauthorised' && before.st === 'open') checkRefused(id);
    if (isOutcome(before, after) && rows.attempts.get(attemptId(id, after.n)) === undefined)
      fault(`${id}: the outcome of attempt ${after.n} is written without a record of the attempt`);
  });

  /** Within an attempt there is another exchange after a 401 alone, by the same worker. */
  const checkOnce = (exchange: Exchange): void => {
    const { delivery, attempt, worker } = exchange;
    const id = attemptId(delivery, attempt);
    const before = sent.get(id) ?? [];
    sent.set(id, [...before, exchange]);
    const last = before.at(-1);
    if (last === undefined) return;
    const isRefused = last.outcome?.kind === 'answered' && last.outcome.status === 401;
    if (!isRefused || last.worker !== worker) fault(`${delivery}: attempt ${attempt} is sent twice`);
    ground.meet(
      before.some(({ header }) => header === exchange.header) ? 'same header again' : 'other header',
    );
  };

  const isHeld = ({ delivery, attempt }: Exchange): boolean => {
    const document = rows.deliveries.get(delivery);
    return (document?.tok ?? null) !== null && document?.n === attempt;
  };

  /** Half open, a partner gets one notice; with another header value it is the same notice. */
  const checkProbe = ({ delivery, attempt }: Exchange): void => {
    const partner = rows.partners.get(rows.deliveries.get(delivery)?.partner ?? '');
    if (partner?.breaker.st !== 'half_open') return;
    const right = `${partner._id} ${partner.breaker.rev}`;
    const first = probes.get(right) ?? attemptId(delivery, attempt);
    ground.meet('probe');
    probes.set(right, first);
    if (first !== attemptId(delivery, attempt))
      fault(`${delivery} is sent though ${first} tries the partner`);
  };

  const checkCreateFirst = (id: string): void => {
    const cancel = rows.deliveries.get(id);
    if (cancel?.kind !== 'cancel') return;
    const create = rows.deliveries.get(deliveryId(cancel.booking, 'create'));
    if (create === undefined) fault(`${id} is sent before its create was made`);
    else if (create.st === 'open' && !record.resent.has(create._id))
      fault(`${id} is sent while its create is open`);
  };

  return {
    onExchangeStarted: (exchange) => {
      const { delivery } = exchange;
      record.exchanges.push(exchange);
      checkOnce(exchange);
      checkProbe(exchange);
      checkCreateFirst(delivery);
      if (!hasJumps && !isHeld(exchange)) fault(`${delivery} is sent by one that does not hold it`);
    },
    onExchangeEnded: (exchange) => {
      const { outcome } = exchange;
      ground.meet(`answer: ${outcome?.kind === 'answered' ? outcome.status : outcome?.reason}`);
      const isUpset = exchange.worker.upsetAt() >= exchange.startedAt;
      if (!hasJumps && !isUpset && !isHeld(exchange))
        fault(`${exchange.delivery}: its lease ended before its exchange`);
    },
  };
};
