import type { StepPlace } from '../../exchange/exchange.js';
import type { RequestTemplate } from '../../profile/profile.js';
import type { Scope } from '../../values/scope.js';
import { type ActionResult, answerResult } from '../action-result.js';
import type { RunContext } from '../context.js';
import { sendTemplate } from '../send-template.js';

const usualPath = '/bookings/${booking_id}';

/** The document has no request for cancelling; this one is what the profile may replace. */
const usualCancel: RequestTemplate = { method: 'DELETE', path: usualPath, auth: 'partner' };

/** Cancels a booking the way the deployment wants it, and strikes it off the ledger when that worked. */
export async function cancelAction(
  context: RunContext,
  bookingId: number,
  at: { readonly scope: Scope; readonly place: StepPlace },
): Promise<ActionResult> {
  const template = context.profile.cancel ?? usualCancel;
  const scope = new Map([...at.scope, ['booking_id', bookingId] as const]);
  const result = answerResult(await sendTemplate(context, { template, scope, place: at.place }));
  const { status } = result.subject;
  if (status !== undefined && status < 300) context.ledger.removed(bookingId);
  else context.ledger.kept(bookingId, result.environment ?? `cancelling it answered ${status}`);
  return result;
}
