import { anonymous, type Caller } from '../../base/caller.js';
import { Problem } from '../../base/problem.js';
import type { AnyRoute } from '../../base/route.js';
import type { Exchange } from '../exchange.js';
import { type Gate, identify, requireAccess } from '../request/bearer.js';
import { impose } from './impose.js';
import type { Limits } from './limits.js';

/** Who calls, if the row lets them in and their allowance lasts. Throws 401 or 429. */
export type Entrance = (
  row: AnyRoute,
  authorization: string | undefined,
  exchange: Exchange,
) => Promise<Caller>;

export const createEntrance = (gate: Gate, limits: Limits): Entrance => {
  const countCaller = (caller: Caller, exchange: Exchange): void => {
    const counted = limits.forCaller(caller, exchange.address);
    if (counted === undefined) return;
    exchange.counted = counted;
    impose(exchange, counted.limiter.take(counted.key));
  };

  /** Wrong tokens are an anonymous caller's requests. A right one is never refused for them, whoever else is at the address. */
  const countRefused = ({ access }: AnyRoute, exchange: Exchange): void => {
    if (access === 'operator') impose(exchange, limits.wrongOperators?.take(exchange.address));
    else countCaller(anonymous, exchange);
  };

  const identified = async (
    row: AnyRoute,
    authorization: string | undefined,
    exchange: Exchange,
  ): Promise<Caller> => {
    try {
      return await identify(gate, row.access, authorization);
    } catch (thrown) {
      if (row.limit !== 'none' && thrown instanceof Problem) countRefused(row, exchange);
      throw thrown;
    }
  };

  return async (row, authorization, exchange) => {
    const caller = await identified(row, authorization, exchange);
    exchange.caller = caller;
    // Before the row refuses it: what a right token may not do counts against that token.
    if (row.limit !== 'none' && row.access !== 'operator') countCaller(caller, exchange);
    requireAccess(caller, row.access);
    return caller;
  };
};
