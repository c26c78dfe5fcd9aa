import type { AnyRoute, AttemptLimit } from '../../base/route.js';
import type { Exchange } from '../exchange.js';
import type { Parameters } from '../request/parameters.js';
import type { Attempt, Attempts } from './attempts.js';
import { impose } from './impose.js';

interface Tried {
  readonly row: Pick<AnyRoute, 'limit'>;
  readonly parameters: Parameters;
  readonly exchange: Exchange;
}

export type GuardAttempt = <T>(tried: Tried, run: () => Promise<T>) => Promise<T>;

/** The account that a request names; none where it is about no account, such as a client's own token. */
const attemptOf = (limit: AttemptLimit, parameters: Parameters, address: string): Attempt | undefined => {
  const { only } = limit;
  if (only !== undefined && parameters.get(only.name) !== only.value) return undefined;
  const account = limit.accountNames.map((name) => parameters.get(name)).find((value) => value !== undefined);
  return account === undefined ? undefined : { address, account: String(account) };
};

/** The caller was answered that this was wrong; anything else failed on our side. */
const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' && thrown.status < 500;

/** Counts what is tried on accounts, by address and by account. Throws 429 before anything is looked at. */
export const createGuard =
  (attempts: Attempts | undefined): GuardAttempt =>
  async ({ row, parameters, exchange }, run) => {
    const { limit } = row;
    if (attempts === undefined || limit === undefined || limit === 'none') return run();
    const attempt = attemptOf(limit, parameters, exchange.address);
    if (attempt === undefined) return run();
    impose(exchange, attempts.begin(attempt));
    try {
      const result = await run();
      if (limit.counts === 'failures') attempts.succeeded(attempt);
      return result;
    } catch (thrown) {
      if (!isRefusal(thrown)) attempts.withdraw(attempt);
      throw thrown;
    }
  };
