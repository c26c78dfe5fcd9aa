import type { OutboundOutcome } from '../../outbound/outbound.js';
import { type AttemptDocument, attemptId, type DeliveryDocument } from '../deliveries/delivery.js';
import type { Settlement } from '../deliveries/delivery-store.js';
import type { Decision } from './answer-rule.js';
import type { DispatchSettings } from './dispatch-settings.js';
import type { Outcome } from './outcome-writer.js';
import { isOver, retryDelayMs } from './schedule.js';

export interface AttemptMade {
  readonly delivery: DeliveryDocument;
  readonly outcome: OutboundOutcome;
  readonly decision: Decision;
  /** Which of the partner's header values it was. */
  readonly header: NonNullable<AttemptDocument['header']>;
  /** When the answer was there. */
  readonly at: number;
  /** 0 (included) to 1 (excluded). */
  readonly chance: number;
}

const isEnded = (verdict: Decision['verdict']): verdict is Exclude<Decision['verdict'], 'retry'> =>
  verdict !== 'retry';

const nextAt = ({ delivery, decision, at, chance }: AttemptMade, settings: DispatchSettings): number => {
  const { retryAfterMs, isDueAtOnce = false } = decision;
  const failures = delivery.n - delivery.nBefore;
  if (isDueAtOnce && failures === 1) return at;
  const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
  return at + retryDelayMs(settings.schedule, { failures, chance, ...asked });
};

const settlementOf = (made: AttemptMade, settings: DispatchSettings): Settlement => {
  const { delivery, outcome, decision, at } = made;
  const last = outcome.kind === 'answered' ? String(outcome.status) : outcome.reason;
  if (isEnded(decision.verdict)) return { delivery, st: decision.verdict, due: at, at, last };
  const due = nextAt(made, settings);
  const isAbandoned = isOver(settings.schedule, delivery.openedAt, due);
  return isAbandoned
    ? { delivery, st: 'abandoned', due: at, at, last }
    : { delivery, st: 'open', due, at, last };
};

/** What is written after an attempt: the delivery's next state and the record of the attempt. */
export const settleAttempt = (made: AttemptMade, settings: DispatchSettings): Required<Outcome> => {
  const { delivery, outcome, decision, at, header } = made;
  const settlement = settlementOf(made, settings);
  const answer: Partial<AttemptDocument> =
    outcome.kind === 'answered'
      ? { status: outcome.status, bodyExcerpt: outcome.body.slice(0, settings.excerptLength) }
      : { detail: outcome.detail };
  const attempt: AttemptDocument = {
    _id: attemptId(delivery._id, delivery.n),
    delivery: delivery._id,
    partner: delivery.partner,
    n: delivery.n,
    at: at - outcome.durationMs,
    durationMs: outcome.durationMs,
    reason: decision.reason,
    isContractFault: decision.isContractFault,
    ...answer,
    ...(settlement.st === 'open' ? { nextAt: settlement.due } : {}),
    ...(header === 'current' ? {} : { header }),
    ...(delivery.openedBy === undefined ? {} : { isManual: true }),
  };
  return { settlement, attempt };
};
