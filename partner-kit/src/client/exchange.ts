import { got, RequestError, TimeoutError } from 'got';

/** One HTTP request, as the booking client writes it. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ExchangeLimits {
  /** For everything from the connection to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

export type Exchanged =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly text: string;
      readonly retryAfter: string | undefined;
    }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'timeout' }
  | { readonly type: 'too_large' };

export type Exchange = (ask: Ask, limits: ExchangeLimits) => Promise<Exchanged>;

const failureOf = (error: unknown): Exchanged => {
  if (error instanceof TimeoutError) return { type: 'timeout' };
  // Only the code: got's errors carry the whole request, secrets included.
  if (error instanceof RequestError) return { type: 'failed', reason: error.code };
  throw error;
};

/** Does one exchange: no redirects, no retries, no decompression; rejects only with the reason of an aborted signal. */
export const exchangeByGot: Exchange = async (ask, { timeoutMs, maxBytes, signal }) => {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const stopWithCaller = (): void => stop.abort();
  signal?.addEventListener('abort', stopWithCaller, { once: true });
  let isTooLarge = false;
  const asked = got(ask.url, {
    method: ask.method,
    headers: { accept: 'application/json', ...ask.headers },
    ...(ask.query && { searchParams: ask.query }),
    ...(ask.form && { form: ask.form }),
    timeout: { request: Math.max(1, timeoutMs) },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    // What is counted is then what is held: a small compressed body cannot unfold into a large one.
    decompress: false,
    signal: stop.signal,
  });
  asked.on('downloadProgress', ({ transferred }) => {
    isTooLarge ||= transferred > maxBytes;
    if (isTooLarge) stop.abort();
  });
  try {
    const { statusCode, body, headers } = await asked;
    return { type: 'answer', status: statusCode, text: body, retryAfter: headers['retry-after'] };
  } catch (error) {
    if (isTooLarge) return { type: 'too_large' };
    signal?.throwIfAborted();
    return failureOf(error);
  } finally {
    signal?.removeEventListener('abort', stopWithCaller);
  }
};
