import { Problem } from '../../base/problem.js';
import type { Exchange } from '../exchange.js';
import type { Standing } from './limiter.js';

/** Lets the answer say how the caller's allowance stands. Throws 429 where nothing is left of it. */
export const impose = (exchange: Exchange, standing: Standing | undefined): void => {
  if (standing === undefined) return;
  exchange.allowance = standing;
  if (!standing.isAllowed) {
    throw new Problem('request_rate_limited', { retryAfterSeconds: standing.retryAfterSeconds });
  }
};

/** Counts what an answer cost beyond the one that its request was counted as, so that the next request pays for it. */
export const charge = (exchange: Exchange, cost: number): void => {
  const { counted } = exchange;
  if (counted === undefined || cost <= 1) return;
  exchange.allowance = counted.limiter.charge(counted.key, cost - 1);
};
