import got, { type OptionsInit, RequestError, type Response, TimeoutError } from 'got';
import { BlockedStep } from '../faults.js';
import { isObject, parseJson } from '../json/value.js';
import type { Clock } from '../run/clock.js';
import {
  type Answer,
  addressOf,
  bodyText,
  type Headers,
  type OutgoingRequest,
  type StepPlace,
} from './exchange.js';
import type { Recorder } from './recorder.js';
import type { Redactor } from './redactor.js';

/** A whole answer, or in words why there is none. */
export type SendResult =
  | { readonly answered: true; readonly answer: Answer; readonly exchange: number }
  | { readonly answered: false; readonly fault: string; readonly exchange: number };

export interface SendOptions {
  readonly place: StepPlace;
  /** Name under which an access token in the answer is shown from then on. */
  readonly tokenName?: string;
}

export type Send = (request: OutgoingRequest, options: SendOptions) => Promise<SendResult>;

export interface SendDeps {
  readonly recorder: Recorder;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Deadline of one whole exchange, body included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Once set, nothing more is sent; what is under way is waited for, since a booking may come of it. */
  readonly signal?: AbortSignal;
}

/**
 * Sends as asked and no further: redirects are not followed, nothing is repeated, time and size are bounded.
 *
 * What it gives throws BlockedStep once the run is interrupted.
 */
export function createSend(deps: SendDeps): Send {
  return async (request, { place, tokenName }) => {
    if (deps.signal?.aborted === true) throw new BlockedStep('the run was interrupted');
    const startedAtMs = deps.clock.now();
    const outcome = await exchangeOnce(request, deps);
    if ('answer' in outcome) learnTokens(outcome.answer.body, tokenName, deps.redactor);
    const exchange = deps.recorder.sent(
      request,
      { ...outcome, startedAtMs, endedAtMs: deps.clock.now() },
      place,
    );
    return 'answer' in outcome
      ? { answered: true, answer: outcome.answer, exchange }
      : { answered: false, fault: outcome.fault, exchange };
  };
}

async function exchangeOnce(
  request: OutgoingRequest,
  deps: SendDeps,
): Promise<{ readonly answer: Answer } | { readonly fault: string }> {
  const tooLarge = new AbortController();
  try {
    const pending = got(addressOf(request), {
      ...gotOptions(request, deps.timeoutMs),
      signal: tooLarge.signal,
    });
    void pending.on('downloadProgress', ({ transferred }) => {
      if (transferred > deps.maxBytes) tooLarge.abort();
    });
    return { answer: toAnswer(await pending) };
  } catch (fault) {
    if (tooLarge.signal.aborted) return { fault: `the answer is larger than ${deps.maxBytes} bytes` };
    return { fault: networkWords(fault, deps.timeoutMs) };
  }
}

function gotOptions(request: OutgoingRequest, timeoutMs: number) {
  return {
    method: methodOf(request.method),
    headers: { 'user-agent': 'parking-conformance', 'accept-encoding': 'identity', ...request.headers },
    ...bodyOption(request),
    responseType: 'text',
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: { request: timeoutMs },
    allowGetBody: true,
  } as const satisfies OptionsInit;
}

function bodyOption(request: OutgoingRequest): { readonly body?: string } {
  const body = bodyText(request);
  return body === undefined ? {} : { body };
}

function methodOf(method: string): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' {
  switch (method) {
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
    case 'HEAD':
    case 'OPTIONS':
      return method;
    default:
      return 'GET';
  }
}

function toAnswer(response: Response<string>): Answer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { status: response.statusCode, headers, text: response.body, body: parseJson(response.body) };
}

function networkWords(fault: unknown, timeoutMs: number): string {
  if (fault instanceof TimeoutError) return `no whole answer within ${timeoutMs} ms`;
  if (fault instanceof RequestError) return `${fault.code}: ${fault.message}`;
  return String(fault);
}

function learnTokens(body: unknown, tokenName: string | undefined, redactor: Redactor): void {
  if (!isObject(body)) return;
  const { access_token: access, refresh_token: refresh } = body;
  const base = tokenName ?? 'TOKEN';
  const number = [...redactor.names()].filter((name) => name.startsWith(base)).length;
  const suffix = number === 0 ? '' : `_${number + 1}`;
  if (typeof access === 'string') redactor.learn(`${base}${suffix}`, access);
  if (typeof refresh === 'string') redactor.learn(`${base}${suffix}_REFRESH`, refresh);
}

/** Header names in lower case, as answers have them. */
export function lowerCased(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
