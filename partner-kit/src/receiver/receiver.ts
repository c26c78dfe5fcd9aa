import { systemClock } from '../clock.js';
import type { NoticeKind } from '../stores/store.js';
import type { Admission, NoticeRequest, NoticeRequestHead, ReceivedBody, Receiver } from './admission.js';
import { type Answer, answerTo, notFound } from './answer.js';
import { createHandling } from './handle-notice.js';
import { createHandlerRuns } from './handler-run.js';
import { createHeaderCheck } from './header-check.js';
import type { RequestHeaders } from './notice.js';
import { checkOptions, headerValuesOf, noticePaths, type ReceiverOptions, withoutSlash } from './options.js';
import type { Outcome, ReceiverEvent } from './outcome.js';
import { readBookingId, readBookingIdFromBytes } from './read-booking-id.js';

interface NoticeCall {
  readonly kind: NoticeKind;
  readonly headers: RequestHeaders;
  readonly callerGone: AbortSignal | undefined;
}

const readBody = (
  body: ReceivedBody,
  maxBodyBytes: number,
): Outcome | { readonly type: 'read'; readonly bookingId: number } => {
  if (body.type !== 'bytes' && body.type !== 'parsed') return { type: body.type };
  if (body.type === 'bytes' && body.bytes.byteLength > maxBodyBytes) return { type: 'body_too_large' };
  const read = body.type === 'bytes' ? readBookingIdFromBytes(body.bytes) : readBookingId(body.value);
  return read.type === 'read' ? read : { type: 'bad_body', fault: read.fault };
};

/**
 * Receives a marketplace's booking notices: answers as the API documents and runs each notice's handler once.
 * Throws `ReceiverOptionsError` for faulty options; after that nothing it does throws.
 * @example createReceiver({ auth: { headerKey, headerValue }, store: createMemoryStore(), onCreate: ({ booking }) => ... })
 */
export const createReceiver = (options: ReceiverOptions): Receiver => {
  checkOptions(options);
  const { clock = systemClock, maxBodyBytes = 16_384, bodyTimeoutMs = 10_000 } = options;
  const paths = noticePaths(options);
  const checkHeader = createHeaderCheck(options.auth.headerKey, headerValuesOf(options.auth));
  const handlerRuns = createHandlerRuns(options);

  const report = (event: ReceiverEvent): void => {
    try {
      options.onEvent?.(event);
    } catch {
      // A hook that fails must not turn into an answer.
    }
  };

  const handling = createHandling({
    store: options.store,
    clock,
    leaseMs: options.leaseMs ?? 30_000,
    handlerTimeoutMs: options.handlerTimeoutMs ?? 300_000,
    report,
  });

  const kindOf = (path: string): NoticeKind | undefined => {
    const plain = withoutSlash(path.split(/[?#]/, 1)[0] ?? path);
    if (plain === paths.create) return 'create';
    return plain === paths.cancel ? 'cancel' : undefined;
  };

  /** Turns outcomes of one call into answers, and tells the hook. */
  const answering = (kind: NoticeKind, headerValueIndex: number | undefined) => {
    const startedAt = clock.now();
    return (outcome: Outcome, bookingId: number | undefined): Answer => {
      const answer = answerTo(outcome, options.duplicateAnswer ?? 400);
      const durationMs = clock.now() - startedAt;
      const { status } = answer;
      report({ type: 'answered', kind, bookingId, outcome, status, durationMs, headerValueIndex });
      return answer;
    };
  };

  const outcomeOf = async (
    bookingId: number,
    { kind, headers, callerGone }: NoticeCall,
  ): Promise<Outcome> => {
    try {
      const key = { namespace: options.namespace ?? 'default', bookingId, kind };
      return await handling.handle({ key, callerGone, run: handlerRuns(key, headers) });
    } catch (error) {
      return { type: 'receiver_fault', error };
    }
  };

  const admit = (head: NoticeRequestHead): Admission => {
    const kind = kindOf(head.path);
    if (kind === undefined) return { type: 'pass' };
    const refuse = (outcome: Outcome): Admission => ({
      type: 'answer',
      answer: answering(kind, undefined)(outcome, undefined),
    });
    if (head.method !== 'POST') return refuse({ type: 'method_not_allowed' });
    const verdict = checkHeader(head.headers);
    if (verdict.type === 'refused') return refuse({ type: 'unauthorized', reason: verdict.reason });
    const answer = answering(kind, verdict.valueIndex);
    const finish = async (body: ReceivedBody, callerGone?: AbortSignal): Promise<Answer> => {
      const read = readBody(body, maxBodyBytes);
      if (read.type !== 'read') return answer(read, undefined);
      const { bookingId } = read;
      return answer(await outcomeOf(bookingId, { kind, headers: head.headers, callerGone }), bookingId);
    };
    return { type: 'read', maxBodyBytes, bodyTimeoutMs, finish };
  };

  const handle = async (request: NoticeRequest): Promise<Answer> => {
    const admission = admit(request);
    if (admission.type === 'pass') return notFound;
    if (admission.type === 'answer') return admission.answer;
    return admission.finish({ type: 'bytes', bytes: request.body }, request.signal);
  };

  return { admit, handle, idle: handling.idle };
};
