import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.js';
import { failureOf } from './failure.js';
import type { OutboundOutcome, OutboundRequest } from './outbound.js';

const flatten = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> => {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
};

export interface Exchange {
  readonly handler: Dispatcher.DispatchHandler;
  /** Ends the exchange before it has begun. */
  readonly fail: (error: unknown) => void;
}

export interface ExchangeOptions {
  readonly request: OutboundRequest;
  readonly clock: Pick<Clock, 'now' | 'timer'>;
  /** Called exactly once. */
  readonly onOutcome: (outcome: OutboundOutcome) => void;
}

/**
 * One exchange from connecting to the end of the body, under one deadline. Once a status was read it counts, however
 * the body ends: a partner that has said 202 has the notice.
 */
export const beginExchange = ({ request, clock, onOutcome }: ExchangeOptions): Exchange => {
  const startedAt = clock.now();
  const chunks: Buffer[] = [];
  let size = 0;
  let head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let isOver = false;

  const finish = (build: (durationMs: number) => OutboundOutcome): void => {
    if (isOver) return;
    isOver = true;
    cancelDeadline();
    onOutcome(build(clock.now() - startedAt));
  };
  const answer = (isBodyCut: boolean): void => {
    const { status = 0, headers = {} } = head ?? {};
    const body = Buffer.concat(chunks).subarray(0, request.maxBodyBytes).toString('utf8');
    finish((durationMs) => ({ kind: 'answered', status, headers, body, isBodyCut, durationMs }));
  };
  const giveUp = (error: unknown): void => {
    if (head !== undefined) answer(true);
    else finish((durationMs) => ({ kind: 'failed', ...failureOf(error), durationMs }));
  };
  const abort = (error: Error): void => {
    giveUp(error);
    controller?.abort(error);
  };
  const cancelDeadline = clock.timer(request.deadlineMs, () => {
    abort(Object.assign(new Error(`no answer within ${request.deadlineMs} ms`), { code: 'ETIMEDOUT' }));
  });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      // It waited for a connection beyond its deadline: it must not be sent now.
      if (isOver) started.abort(new Error('the deadline has passed'));
    },
    onResponseStart: (_controller, status, headers) => {
      if (status >= 200) head = { status, headers: flatten(headers) };
    },
    onResponseData: (_controller, chunk) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > request.maxBodyBytes) abort(new Error('the body is too long'));
    },
    onResponseEnd: () => answer(false),
    onResponseError: (_controller, error) => giveUp(error),
  };
  return { handler, fail: giveUp };
};
