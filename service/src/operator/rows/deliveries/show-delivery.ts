import type { AttemptGap } from '../../../webhooks/deliveries/attempt-gaps.js';
import { attemptsShown } from '../../../webhooks/deliveries/deliveries.js';
import type { AttemptDocument } from '../../../webhooks/deliveries/delivery.js';
import { inStateSince } from '../../../webhooks/deliveries/delivery-filter.js';
import { instantText } from '../instant-text.js';
import type { SeenDelivery } from './delivery-outlooks.js';

type Shown = Readonly<Record<string, unknown>>;

/** A delivery as operators see it, with what will happen next. */
export const showDelivery = ({ delivery, outlook, now }: SeenDelivery): Shown => {
  const isOpen = delivery.st === 'open';
  const since = inStateSince(delivery);
  return {
    id: delivery._id,
    partner: delivery.partner,
    booking: delivery.booking,
    kind: delivery.kind,
    state: delivery.st,
    attempts: delivery.n,
    last: delivery.last ?? null,
    due: isOpen ? instantText(delivery.due) : null,
    in_state_since: instantText(since),
    age_seconds: Math.max(0, Math.floor((now - since) / 1_000)),
    opened_by: delivery.openedBy ?? null,
    waits_for: outlook.waitsFor,
    what_next: outlook.sentence,
    created_at: instantText(delivery.createdAt),
    updated_at: instantText(delivery.updatedAt),
  };
};

export const showAttempt = (attempt: AttemptDocument): Shown => ({
  n: attempt.n,
  at: instantText(attempt.at),
  duration_ms: attempt.durationMs,
  status: attempt.status ?? null,
  reason: attempt.reason,
  is_contract_fault: attempt.isContractFault,
  is_manual: attempt.isManual ?? false,
  header: attempt.header ?? 'current',
  body_excerpt: attempt.bodyExcerpt ?? null,
  detail: attempt.detail ?? null,
  next_at: instantText(attempt.nextAt),
});

const whys = {
  trimmed: 'older than attempts are kept',
  unrecorded: 'what came of it was not recorded: its worker died or lost the database; it was sent again',
  not_shown: `only the last ${attemptsShown} are shown`,
} as const satisfies Record<AttemptGap['why'], string>;

export const showGap = ({ from, to, why }: AttemptGap): Shown => ({ from, to, why, text: whys[why] });
