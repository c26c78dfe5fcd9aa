import { instantAt } from '../base/zoned-time.js';
import type { VenueEvent } from '../catalogue/venue.js';
import { eventWindow } from '../pricing/price-stay.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import type { WrittenStay } from './query/search-times.js';

/** Instants, epoch ms. */
export interface StayAt {
  readonly start: number;
  readonly end: number;
}

/** What a search says about the time. */
export interface StayAsked {
  readonly times: WrittenStay | undefined;
  readonly event: VenueEvent | undefined;
}

/**
 * The stay in a zone: the written digits read there, else the event's time, widened by the plan whose event rate is asked.
 * Digits in the hour that spring skips move forward, so a stay inside it may come to nothing, but never to less.
 */
export const stayAt = ({ times, event }: StayAsked, timezone: string, plan?: RatePlan): StayAt => {
  if (times !== undefined) {
    const start = instantAt(times.start, timezone, false);
    return { start, end: Math.max(start, instantAt(times.end, timezone, false)) };
  }
  if (event === undefined) return { start: 0, end: 0 };
  return plan === undefined ? { start: event.startTime, end: event.endTime } : eventWindow(plan, event);
};
