import { minuteMs } from '../base/durations.js';
import type { RatePlan } from './rate-plan.js';

/** Until when (epoch ms, exclusive) a stay that begins at `start` can be cancelled; `undefined`: never. */
export const cancellableUntil = (plan: Pick<RatePlan, 'cancellation'>, start: number): number | undefined => {
  const { kind, minutesBefore = 0 } = plan.cancellation;
  if (kind === 'never') return undefined;
  return kind === 'until_start' ? start : start - minutesBefore * minuteMs;
};
