import type { Answer } from './answer.js';
import type { RequestHeaders } from './notice.js';

/** A call as far as it is known before its body is read. */
export interface NoticeRequestHead {
  readonly method: string;
  /** The path, with or without a query string. */
  readonly path: string;
  readonly headers: RequestHeaders;
}

export interface NoticeRequest extends NoticeRequestHead {
  readonly body: Uint8Array;
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal;
}

/** A body as an adapter could get it: bytes, what a body parser has left, or why there is none. */
export type ReceivedBody =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'parsed'; readonly value: unknown }
  | { readonly type: 'body_too_large' | 'body_timeout' | 'body_unavailable' | 'body_aborted' };

/** What to do with a call whose body has not been read: not ours, answered already, or read the body and finish. */
export type Admission =
  | { readonly type: 'pass' }
  | { readonly type: 'answer'; readonly answer: Answer }
  | {
      readonly type: 'read';
      readonly maxBodyBytes: number;
      readonly bodyTimeoutMs: number;
      readonly finish: (body: ReceivedBody, callerGone?: AbortSignal) => Promise<Answer>;
    };

export interface Receiver {
  /** For adapters: decides by method, path and header, before the body is read. Never throws. */
  readonly admit: (head: NoticeRequestHead) => Admission;
  /** The whole receiver as one function of a request; a path that is not ours is answered 404. Never rejects. */
  readonly handle: (request: NoticeRequest) => Promise<Answer>;
  /** Resolves when no handler is running; call it after the server has stopped taking calls. */
  readonly idle: () => Promise<void>;
}
