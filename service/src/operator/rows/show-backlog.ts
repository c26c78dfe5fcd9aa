import type { PartnerBacklog } from '../../webhooks/deliveries/backlog.js';
import { instantText } from './instant-text.js';

/** What waits at a partner, as operators see it; "open" and "due" stop at 10,000. */
export const showBacklog = (
  { open, due, inFlight, oldestOpenedAt, nextDueAt }: Omit<PartnerBacklog, 'partner'>,
  now: number,
) => ({
  open,
  due,
  in_flight: inFlight,
  oldest_waiting_since: instantText(oldestOpenedAt),
  oldest_waiting_seconds:
    oldestOpenedAt === undefined ? null : Math.max(0, Math.floor((now - oldestOpenedAt) / 1_000)),
  next_due_at: instantText(nextDueAt),
});
