import assert from 'node:assert/strict';
import type { DeliveryState } from '../../../src/webhooks/deliveries/delivery.js';
import { type WaitsFor, whatNext } from '../../../src/webhooks/deliveries/what-next.js';
import type { Aftermath } from './wire-world.js';

/** What one attempt leaves behind: a row's right-hand side. */
export interface Verdict {
  readonly state: DeliveryState;
  /** The outcome in a word, as `deliveries list` shows it. */
  readonly last: string;
  readonly reason: string;
  readonly isContractFault: boolean;
  /** Where one failure is enough to open it. */
  readonly breaker: 'closed' | 'open';
  /** What the operator is told that it waits for. */
  readonly waitsFor: WaitsFor;
  /** From the end of the exchange to the next; absent where the delivery has ended. */
  readonly againInMs?: number;
}

export const delivered = (last: string, reason = 'accepted', isContractFault = false): Verdict => ({
  state: 'delivered',
  last,
  reason,
  isContractFault,
  breaker: 'closed',
  waitsFor: 'nothing',
});

export const ended = (
  state: 'refused' | 'unauthorised',
  last: string,
  reason: string,
  isContractFault: boolean,
): Verdict => ({ state, last, reason, isContractFault, breaker: 'closed', waitsFor: 'operator' });

export const retried = (
  last: string,
  reason: string,
  changes: Partial<Pick<Verdict, 'isContractFault' | 'againInMs' | 'breaker' | 'waitsFor'>> = {},
): Verdict => ({
  state: 'open',
  last,
  reason,
  isContractFault: false,
  breaker: 'closed',
  waitsFor: 'schedule',
  againInMs: 5_000,
  ...changes,
});

/** The partner is not well, or wants a pause: its other notices wait as well. */
export const heldBack = { breaker: 'open', waitsFor: 'breaker' } as const;

/** No answer: retried after 5 s, by the name of what failed. */
export const failed = (reason: string): Verdict => retried(reason, reason, heldBack);

const told = ({ delivery, partner }: Aftermath): WaitsFor =>
  whatNext({ delivery, partner, holdCancelMs: 0, now: delivery.updatedAt }).waitsFor;

export const verdictOf = (after: Aftermath): Verdict => {
  const { delivery, attempts, partner } = after;
  const attempt = attempts.at(-1);
  assert.ok(attempt);
  const { nextAt } = attempt;
  if (delivery.st === 'open') assert.equal(nextAt, delivery.due);
  return {
    state: delivery.st,
    last: delivery.last ?? '',
    reason: attempt.reason,
    isContractFault: attempt.isContractFault,
    breaker: partner.breaker.st === 'closed' ? 'closed' : 'open',
    waitsFor: told(after),
    ...(nextAt === undefined ? {} : { againInMs: nextAt - attempt.at - attempt.durationMs }),
  };
};

/** One notice, tried once, with that verdict. */
export const judge = (after: Aftermath, expected: Verdict): void => {
  assert.deepEqual(verdictOf(after), expected);
  assert.deepEqual([after.delivery.n, after.attempts.length, after.delivery.tok ?? null], [1, 1, null]);
};
