import type { OutboundOutcome } from '../../outbound/outbound.js';
import type { Decision } from './answer-rule.js';

/** What an exchange says of the partner, whatever became of its notice. */
export type SignOfLife =
  /** Somebody is at home: any answer but those below, a refusal included. */
  | { readonly kind: 'alive' }
  /** No answer, or one of a server that does not work. */
  | { readonly kind: 'failing'; readonly reason: string }
  /** It wants to be left alone, for so long if it said so (milliseconds, as it asked, unbounded). */
  | { readonly kind: 'busy'; readonly reason: string; readonly forMs?: number };

const alive: SignOfLife = { kind: 'alive' };

/** Reads an outcome; `undefined` where nothing was sent for a fault of our own (an address or header that cannot be). */
export const signOfLife = (outcome: OutboundOutcome, decision: Decision): SignOfLife | undefined => {
  const { reason, retryAfterMs } = decision;
  if (outcome.kind === 'failed') {
    return reason === 'bad_url' || reason === 'bad_header' ? undefined : { kind: 'failing', reason };
  }
  const { status } = outcome;
  const isAsked = retryAfterMs !== undefined && retryAfterMs > 0;
  if (status === 429) return { kind: 'busy', reason, ...(isAsked ? { forMs: retryAfterMs } : {}) };
  if (status === 503 && isAsked) return { kind: 'busy', reason: 'asked_to_wait', forMs: retryAfterMs };
  return status >= 500 && status < 600 ? { kind: 'failing', reason } : alive;
};
