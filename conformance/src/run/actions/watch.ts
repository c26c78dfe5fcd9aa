import type { StepPlace } from '../../exchange/exchange.js';
import type { WatchAction } from '../../scenarios/scenario.js';
import { fillInText, type Scope } from '../../values/scope.js';
import { type ActionResult, valueResult } from '../action-result.js';
import { milliseconds, type RunContext } from '../context.js';
import { advanceClock } from './advance-clock.js';
import { hostedOf } from './notice.js';

/**
 * Waits for the quiet time and counts the attempts of each booking, and what went to neither endpoint.
 *
 * The quiet time is the profile's `quiet_s`, else as long as a retry may take; with a clock request it is moved over.
 */
export async function watchAction(
  context: RunContext,
  action: WatchAction,
  at: { readonly scope: Scope; readonly place: StepPlace },
): Promise<ActionResult> {
  const hosted = hostedOf(context);
  const { sender } = context.profile;
  const bookings = Object.entries(action.bookings).map(
    ([name, template]) => [name, Number(fillInText(template, at.scope))] as const,
  );
  await advanceClock(context, at);
  const quiet = sender?.clock === undefined ? (sender?.quiet_s ?? sender?.max_retry_wait_s) : sender.settle_s;
  await hosted.until(() => false, milliseconds(quiet, sender?.clock === undefined ? 60 : 1));
  const found = bookings.map(([name, id]) => [name, hosted.attempts(id, action.kind)] as const);
  const counts = Object.fromEntries(found.map(([name, attempts]) => [name, attempts.length]));
  const strays = hosted.strays();
  const seen = [...found.flatMap(([, attempts]) => attempts), ...strays].map((attempt) => attempt.exchange);
  return valueResult({ ...counts, elsewhere: strays.map(({ method, path }) => ({ method, path })) }, seen);
}
