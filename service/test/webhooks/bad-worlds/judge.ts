import assert from 'node:assert/strict';
import type { DeliveryState } from '../../../src/webhooks/deliveries/delivery.js';
import { type OperatorsView, operatorsView } from './operators-view.js';
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
  /** What the operator is told of the delivery and of the partner. */
  readonly told: OperatorsView;
  /** From the end of the exchange to the next; absent where the delivery has ended. */
  readonly againInMs?: number;
}

const isWell = 'live: nothing to do';

export const delivered = (last: string, reason = 'accepted', isContractFault = false): Verdict => ({
  state: 'delivered',
  last,
  reason,
  isContractFault,
  breaker: 'closed',
  told: { delivery: 'delivered, waits for nothing: Nothing: it was delivered at T.', partner: isWell },
});

const cli = 'parking-service';
const again = `"${cli} deliveries replay D"`;

export const refused: Verdict = {
  state: 'refused',
  last: '400',
  reason: 'refused',
  isContractFault: true,
  breaker: 'closed',
  told: {
    delivery: `refused, waits for operator: Nothing by itself: P refused it (400) at T; when it is mended, ${again}.`,
    partner: isWell,
  },
};

export const unauthorised: Verdict = {
  state: 'unauthorised',
  last: '401',
  reason: 'unauthorised',
  isContractFault: false,
  breaker: 'closed',
  told: {
    delivery: `unauthorised, waits for operator: Nothing by itself: P refused the header (401) at T; when it is mended, ${again}, or all of them: "${cli} partners resume P --resend-refused".`,
    partner: `live: it answered 401 to the last 1 of its notices; when you agree on a value: ${cli} partners set P --header NAME -, then ${cli} partners test P, then ${cli} partners resume P --resend-refused`,
  },
};

const toldOfRetry = (last: string): OperatorsView => ({
  delivery: `open, waits for schedule: The partner's last answer was ${last}; it is sent again at T.`,
  partner: isWell,
});

const toldOfBreaker = (reason: string): OperatorsView => ({
  delivery: `open, waits for breaker: The breaker of P is open (${reason}); one notice tries the partner at T.`,
  partner: `breaker_open: it is left alone (${reason}) until T, then one notice tries it; if it is back before: ${cli} partners close-breaker P, or to see whether it is: ${cli} partners test P`,
});

export const retried = (
  last: string,
  reason: string,
  changes: Partial<Pick<Verdict, 'isContractFault' | 'againInMs'>> = {},
): Verdict => ({
  state: 'open',
  last,
  reason,
  isContractFault: false,
  breaker: 'closed',
  told: toldOfRetry(last),
  againInMs: 5_000,
  ...changes,
});

/** The partner is not well, or wants a pause, and its other notices wait as well; `why` as the breaker says it. */
export const heldBack = (verdict: Verdict, why = verdict.reason): Verdict => ({
  ...verdict,
  breaker: 'open',
  told: toldOfBreaker(why),
});

/** No answer: retried after 5 s, by the name of what failed. */
export const failed = (reason: string): Verdict => heldBack(retried(reason, reason));

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
    told: operatorsView({ delivery, partner, now: delivery.updatedAt }),
    ...(nextAt === undefined ? {} : { againInMs: nextAt - attempt.at - attempt.durationMs }),
  };
};

/** One notice, tried once, with that verdict. */
export const judge = (after: Aftermath, expected: Verdict): void => {
  assert.deepEqual(verdictOf(after), expected);
  assert.deepEqual([after.delivery.n, after.attempts.length, after.delivery.tok ?? null], [1, 1, null]);
};
