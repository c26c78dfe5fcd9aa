import type { StepPlace } from '../../exchange/exchange.js';
import { BlockedStep } from '../../faults.js';
import type { Attempt } from '../../hosted/attempt.js';
import type { HostedReceiver } from '../../hosted/receiver.js';
import type { NoticeAction } from '../../scenarios/scenario.js';
import { fillInText, type Scope } from '../../values/scope.js';
import { type ActionResult, valueResult } from '../action-result.js';
import { milliseconds, type RunContext } from '../context.js';
import { advanceClock } from './advance-clock.js';

/** Waits for an attempt of a notice and gives it, with all attempts so far, as the subject. */
export async function noticeAction(
  context: RunContext,
  action: NoticeAction,
  at: { readonly scope: Scope; readonly place: StepPlace },
): Promise<ActionResult> {
  const hosted = hostedOf(context);
  const bookingId = Number(fillInText(action.booking, at.scope));
  const wanted = action.attempt ?? 1;
  const attempts = (): readonly Attempt[] => hosted.attempts(bookingId, action.kind);
  const hasCome = (): boolean => attempts().length >= wanted;
  await waitFor(context, hosted, { hasCome, isRetry: wanted > 1, at });
  const seen = attempts();
  const exchanges = seen.map((attempt) => attempt.exchange);
  const found = seen[wanted - 1];
  const headerName = context.profile.sender?.header.name ?? '';
  const all = seen.map((attempt) => shown(attempt, headerName));
  if (found === undefined) return valueResult({ arrived: false, attempts: all }, exchanges);
  return valueResult({ arrived: true, ...shown(found, headerName), attempts: all }, exchanges);
}

/** The hosted receiver of this run. */
export function hostedOf(context: RunContext): HostedReceiver {
  if (context.hosted === undefined) throw new BlockedStep('the run hosts no receiver');
  return context.hosted;
}

interface Waiting {
  readonly hasCome: () => boolean;
  readonly isRetry: boolean;
  readonly at: { readonly scope: Scope; readonly place: StepPlace };
}

async function waitFor(context: RunContext, hosted: HostedReceiver, waiting: Waiting): Promise<void> {
  const { sender } = context.profile;
  if (!waiting.isRetry) {
    await hosted.until(waiting.hasCome, milliseconds(sender?.first_notice_wait_s, 15));
    return;
  }
  const settle = milliseconds(sender?.settle_s, 1);
  if (sender?.clock !== undefined) {
    // The attempt before may not be written down yet when the clock moves; once more then finds the retry due.
    for (let round = 0; round < 3; round += 1) {
      if (await hosted.until(waiting.hasCome, settle)) return;
      await advanceClock(context, waiting.at);
    }
    await hosted.until(waiting.hasCome, settle);
    return;
  }
  await hosted.until(waiting.hasCome, milliseconds(sender?.max_retry_wait_s, 60));
}

function shown(attempt: Attempt, headerName: string) {
  const { method, path, headers, notice } = attempt;
  const header = headers[headerName.toLowerCase()] ?? null;
  return { method, path, header, content_type: headers['content-type'] ?? null, notice };
}
