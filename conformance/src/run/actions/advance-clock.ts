import type { StepPlace } from '../../exchange/exchange.js';
import { EnvironmentFault } from '../../faults.js';
import type { Scope } from '../../values/scope.js';
import type { RunContext } from '../context.js';
import { sendTemplate } from '../send-template.js';

const usualRetryWait = 60;

/**
 * Moves the deployment's clock past the longest wait between two attempts.
 *
 * @throws EnvironmentFault when the profile's clock request does not work.
 */
export async function advanceClock(
  context: RunContext,
  at: { readonly scope: Scope; readonly place: StepPlace },
): Promise<void> {
  const { sender } = context.profile;
  if (sender?.clock === undefined) return;
  const scope = new Map([...at.scope, ['seconds', sender.max_retry_wait_s ?? usualRetryWait] as const]);
  const result = await sendTemplate(context, { template: sender.clock, scope, place: at.place });
  if (!result.answered) throw new EnvironmentFault(`the clock request failed: ${result.fault}`);
  if (result.answer.status >= 300) {
    throw new EnvironmentFault(`the clock request answered ${result.answer.status}`);
  }
}
