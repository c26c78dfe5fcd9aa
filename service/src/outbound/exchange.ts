import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from '../base/clock.js';
import { failureOf } from './failure.js';
import type { KeptAlive } from './kept-alive.js';
import type { OutboundOutcome, OutboundRequest } from './outbound.js';

const flatten = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> => {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
};

/** A server may say "wait" before it answers; one that says nothing else would keep us busy until the deadline. */
const maxInterim = 16;

export interface Exchange {
  readonly handler: Dispatcher.DispatchHandler;
  /** Ends the exchange before it has begun. */
  readonly fail: (error: unknown) => void;
}

export interface ExchangeOptions {
  readonly request: OutboundRequest;
  readonly clock: Pick<Clock, 'elapsed' | 'timer'>;
  readonly keptAlive: Pick<KeptAlive, 'onSending'>;
  /** Sends the same on a new connection, for the same handler. */
  readonly sendAnew: (handler: Dispatcher.DispatchHandler) => void;
  /** Called exactly once. */
  readonly onOutcome: (outcome: OutboundOutcome) => void;
}

/**
 * One exchange from connecting to the end of the body, under one deadline. Once a status was read it counts, however
 * the body ends: a partner that has said 202 has the notice.
 */
export const beginExchange = (options: ExchangeOptions): Exchange => {
  const { request, clock, onOutcome } = options;
  const startedAt = clock.elapsed();
  const chunks: Buffer[] = [];
  let size = 0;
  let head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let isOver = false;
  let interim = 0;
  let isOnOldConnection = false;

  const finish = (build: (durationMs: number) => OutboundOutcome): void => {
    if (isOver) return;
    isOver = true;
    cancelDeadline();
    onOutcome(build(Math.round(clock.elapsed() - startedAt)));
  };
  const answer = (isBodyCut: boolean): void => {
    const { status = 0, headers = {} } = head ?? {};
    const body = Buffer.concat(chunks).subarray(0, request.maxBodyBytes).toString('utf8');
    finish((durationMs) => ({ kind: 'answered', status, headers, body, isBodyCut, durationMs }));
  };
  const giveUp = (error: unknown): void => {
    if (head !== undefined) {
      answer(true);
      return;
    }
    const failure = failureOf(error);
    // The partner closed a connection kept alive just as this was sent on it: nobody's failure, and sent again at once.
    const isStale = isOnOldConnection && interim === 0 && failure.reason === 'connection' && !isOver;
    isOnOldConnection = false;
    if (isStale) options.sendAnew(handler);
    else finish((durationMs) => ({ kind: 'failed', ...failure, durationMs }));
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
      options.keptAlive.onSending((isOld) => {
        isOnOldConnection = isOld;
      });
    },
    onResponseStart: (_controller, status, headers) => {
      if (status >= 200) head = { status, headers: flatten(headers) };
      else interim += 1;
      if (interim > maxInterim)
        abort(Object.assign(new Error('too many interim answers'), { code: 'HPE_1XX' }));
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
