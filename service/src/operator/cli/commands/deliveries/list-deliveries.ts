import { type Row, rowOf, rowsOf } from '../../answer.js';
import { CommandError, exitCodes, type OperatorClient } from '../../operator-client.js';

export interface DeliveryList {
  readonly deliveries: readonly Row[];
  /** Where to go on; `null` at the end. */
  readonly next: string | null;
}

type Query = Readonly<Record<string, string | number | undefined>>;

const pageSize = 200;

const searchOf = (query: Query): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.toString();
};

/** Asks page after page until there are `limit` deliveries or no more. Throws `CommandError`. */
export const listDeliveries = async (
  client: OperatorClient,
  query: Query,
  limit: number,
): Promise<DeliveryList> => {
  if (!Number.isInteger(limit) || limit < 1)
    throw new CommandError('--limit is a whole number, 1 or more.', exitCodes.usage);
  const deliveries: Row[] = [];
  let cursor = query['cursor'];
  do {
    const page = { ...query, cursor, limit: Math.min(limit - deliveries.length, pageSize) };
    const answer = rowOf(await client.call('GET', `/deliveries?${searchOf(page)}`));
    deliveries.push(...rowsOf(answer['deliveries']));
    cursor = typeof answer['next'] === 'string' ? answer['next'] : undefined;
  } while (cursor !== undefined && deliveries.length < limit);
  return { deliveries, next: cursor === undefined ? null : String(cursor) };
};
