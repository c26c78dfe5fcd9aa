import assert from 'node:assert/strict';
import type { DeliveryState } from '../../../src/webhooks/deliveries/delivery.js';
import type { Aftermath } from './wire-world.js';

/** What one attempt leaves behind: a row's right-hand side. */
export interface Verdict {
  readonly state: DeliveryState;
  /** The outcome in a word, as `deliveries list` shows it. */
  readonly last: string;
  readonly reason: string;
  readonly isContractFault: boolean;
  /** From the end of the exchange to the next; absent where the delivery has ended. */
  readonly againInMs?: number;
}

export const delivered = (last: string, reason = 'accepted', isContractFault = false): Verdict => ({
  state: 'delivered',
  last,
  reason,
  isContractFault,
});

export const ended = (
  state: 'refused' | 'unauthorised',
  last: string,
  reason: string,
  isContractFault: boolean,
): Verdict => ({ state, last, reason, isContractFault });

export const retried = (
  last: string,
  reason: string,
  changes: Partial<Pick<Verdict, 'isContractFault' | 'againInMs'>> = {},
): Verdict => ({ state: 'open', last, reason, isContractFault: false, againInMs: 5_000, ...changes });

/** No answer: retried after 5 s, by the name of what failed. */
export const failed = (reason: string): Verdict => retried(reason, reason);

export const verdictOf = ({ delivery, attempts }: Aftermath): Verdict => {
  const attempt = attempts.at(-1);
  assert.ok(attempt);
  const { nextAt } = attempt;
  if (delivery.st === 'open') assert.equal(nextAt, delivery.due);
  return {
    state: delivery.st,
    last: delivery.last ?? '',
    reason: attempt.reason,
    isContractFault: attempt.isContractFault,
    ...(nextAt === undefined ? {} : { againInMs: nextAt - attempt.at - attempt.durationMs }),
  };
};

/** One notice, tried once, with that verdict. */
export const judge = (after: Aftermath, expected: Verdict): void => {
  assert.deepEqual(verdictOf(after), expected);
  assert.deepEqual([after.delivery.n, after.attempts.length, after.delivery.tok ?? null], [1, 1, null]);
};
