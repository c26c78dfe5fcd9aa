import type { Outcome } from './outcome.js';

/** What goes back to the marketplace. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, always an object with a `code`. */
  readonly body: string;
}

/** How a notice that was handled before is answered: the two ways the API documents. */
export type DuplicateAnswer = 400 | 202;

const answer = (status: number, code: string, extra: Readonly<Record<string, string>> = {}): Answer => {
  const body = JSON.stringify({ code });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...extra,
  };
  return { status, headers, body };
};

const accepted = answer(202, 'accepted');
const duplicates = { 400: answer(400, 'duplicate_request'), 202: accepted } as const;
const fixed = {
  // 404 is the one answer that makes the marketplace come again.
  busy: answer(404, 'in_progress'),
  handler_failed: answer(404, 'not_accepted'),
  handler_timeout: answer(404, 'in_progress'),
  lease_lost: answer(404, 'in_progress'),
  store_failed: answer(404, 'not_accepted'),
  aborted: answer(404, 'not_accepted'),
  receiver_fault: answer(404, 'not_accepted'),
  body_unavailable: answer(404, 'body_unavailable'),
  method_not_allowed: answer(405, 'method_not_allowed', { allow: 'POST' }),
  unauthorized: answer(401, 'unauthorized'),
  body_too_large: answer(413, 'body_too_large'),
  body_timeout: answer(408, 'body_timeout', { connection: 'close' }),
  body_aborted: answer(400, 'body_aborted', { connection: 'close' }),
} as const;
const badBody = {
  body_not_json: answer(400, 'body_not_json'),
  body_not_object: answer(400, 'body_not_object'),
  id_missing: answer(400, 'id_missing'),
  id_not_integer: answer(400, 'id_not_integer'),
  id_out_of_range: answer(400, 'id_out_of_range'),
} as const;

/** The answer to a path that is not a notice's. */
export const notFound = answer(404, 'not_found');

/** The one place that decides what the marketplace sees; no text of a handler or a store gets here. */
export const answerTo = (outcome: Outcome, duplicateAnswer: DuplicateAnswer): Answer => {
  switch (outcome.type) {
    case 'handled':
      return accepted;
    case 'duplicate':
      return duplicates[duplicateAnswer];
    case 'bad_body':
      return badBody[outcome.fault];
    default:
      return fixed[outcome.type];
  }
};
