import type { OutboundOutcome, OutboundRequest, Post } from '../../src/outbound/outbound.js';

/** A notice as the partner gets it. */
export interface Received {
  readonly kind: string;
  readonly delivery: string;
  readonly attempt: number;
  readonly at: number;
  readonly request: OutboundRequest;
}

export type Answering = (received: Received) => OutboundOutcome | Promise<OutboundOutcome>;

export interface PartnerSite {
  readonly post: Post;
  readonly received: readonly Received[];
  readonly answerWith: (answering: Answering) => void;
}

export const answer = (
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): OutboundOutcome => ({
  kind: 'answered',
  status,
  headers,
  body,
  isBodyCut: false,
  durationMs: 0,
});

/** No answer within the deadline. */
export const timeout = { kind: 'failed', reason: 'timeout', detail: '', durationMs: 0 } as const;

/** The partner's side without sockets: it keeps what came and answers as told, 202 unless told otherwise. */
export const createPartnerSite = (clock: { readonly now: () => number }): PartnerSite => {
  const received: Received[] = [];
  let answering: Answering = () => answer(202);
  return {
    received,
    answerWith: (next) => {
      answering = next;
    },
    post: async (request) => {
      const notice: Received = {
        kind: request.headers['parking-notice'] ?? '',
        delivery: request.headers['parking-delivery'] ?? '',
        attempt: Number(request.headers['parking-attempt']),
        at: clock.now(),
        request,
      };
      received.push(notice);
      return answering(notice);
    },
  };
};
