import type { Clock } from '../clock.js';
import type { Attempts, CallBounds } from './attempts.js';
import { TimeoutError } from './errors.js';
import type { Ask, Exchanged } from './exchange.js';
import { errorOf, parseJson } from './failure.js';
import type { Login } from './login.js';

/** One call of the API. */
export interface Call extends Omit<Ask, 'url'> {
  /** Below the version, such as `/bookings/42`. */
  readonly path: string;
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A successful answer; `body` is `undefined` when it was empty or no JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface CallOptions {
  readonly attempts: Attempts;
  readonly login: Login;
  readonly clock: Clock;
  /** Base address with the version. */
  readonly baseUrl: string;
  /** For the whole call: login, retries and pauses included. */
  readonly timeoutMs: number;
  readonly redact: (text: string, token: string) => string;
}

export type Calls = (call: Call) => Promise<Reply>;

export const nameOf = (call: Pick<Call, 'method' | 'path'>): string => `${call.method} ${call.path}`;

/** Makes authenticated calls; rejects with a `BookingClientError`, or with the reason of the caller's own signal. */
export const createCalls = (options: CallOptions): Calls => {
  const { attempts, login, clock, baseUrl, timeoutMs, redact } = options;

  /** A login serves many callers, so each waits for it no longer than its own call may take. */
  const tokenWithin = async (call: Call, { deadlineAt, signal }: CallBounds): Promise<string> => {
    const waited = new AbortController();
    const stop = signal ? AbortSignal.any([signal, waited.signal]) : waited.signal;
    const patience = clock.sleep(deadlineAt - clock.now(), stop).then(() => undefined);
    try {
      const token = await Promise.race([login.token(), patience]);
      if (token !== undefined) return token;
    } finally {
      waited.abort();
    }
    signal?.throwIfAborted();
    throw new TimeoutError('no login before the deadline', { call: nameOf(call) });
  };

  const askOnce = async (call: Call, bounds: CallBounds): Promise<{ token: string; result: Exchanged }> => {
    const token = await tokenWithin(call, bounds);
    const { path, method, query, form } = call;
    const headers = { ...call.headers, authorization: `Bearer ${token}` };
    const ask = { method, headers, url: baseUrl + path, ...(query && { query }), ...(form && { form }) };
    return { token, result: await attempts(ask, bounds) };
  };

  return async (call) => {
    const { isRepeatable, signal } = call;
    const bounds = { deadlineAt: clock.now() + timeoutMs, isRepeatable, signal };
    let { token, result } = await askOnce(call, bounds);
    if (result.type === 'answer' && result.status === 401) {
      // Nothing was done yet, so one repeat with a new token is safe for every call.
      login.refuse(token);
      ({ token, result } = await askOnce(call, bounds));
    }
    if (result.type === 'answer' && result.status >= 200 && result.status < 300)
      return { status: result.status, body: parseJson(result.text) };
    const safe = result.type === 'answer' ? { ...result, text: redact(result.text, token) } : result;
    throw errorOf(nameOf(call), safe, clock.now());
  };
};
