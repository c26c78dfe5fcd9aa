import type { SendResult } from '../exchange/send.js';
import type { Subject } from '../expectations/finding.js';

/** What a step found: something to judge, or why the target could not be asked. */
export interface ActionResult {
  readonly subject: Subject;
  readonly exchanges: readonly number[];
  /** Set when there is no answer to judge through no fault that a clause speaks of. */
  readonly environment?: string;
}

/** A subject that is a plain value and no HTTP answer. */
export function valueResult(body: unknown, exchanges: readonly number[] = []): ActionResult {
  return { subject: { headers: {}, body }, exchanges };
}

/** A subject that is an HTTP answer, or the environment's fault. */
export function answerResult(result: SendResult): ActionResult {
  const exchanges = [result.exchange];
  if (!result.answered) return { ...valueResult(undefined, exchanges), environment: result.fault };
  const { status, headers, body, text } = result.answer;
  return { subject: { status, headers, body: body ?? (text === '' ? undefined : text) }, exchanges };
}
