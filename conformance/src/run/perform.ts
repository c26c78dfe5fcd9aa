import type { StepPlace } from '../exchange/exchange.js';
import { BlockedStep } from '../faults.js';
import type { Step } from '../scenarios/scenario.js';
import { compute } from '../values/functions.js';
import { fillIn, fillInText, type Scope } from '../values/scope.js';
import { type ActionResult, answerResult, valueResult } from './action-result.js';
import { cancelAction } from './actions/cancel.js';
import { effectsAction } from './actions/effects.js';
import { hostedOf, noticeAction } from './actions/notice.js';
import { requestAction } from './actions/request.js';
import { watchAction } from './actions/watch.js';
import type { RunContext } from './context.js';
import { sendTemplate } from './send-template.js';

export interface StepAt {
  readonly scope: Map<string, unknown>;
  readonly place: StepPlace;
}

export type FreshBooking = (context: RunContext, at: { scope: Scope; place: StepPlace }) => Promise<number>;

/** Takes the one action of a step. */
export async function perform(
  context: RunContext & { readonly freshBooking: FreshBooking },
  step: Step,
  at: StepAt,
): Promise<ActionResult> {
  const { request, notice, watch, effects, plan } = step;
  if (request !== undefined) return requestAction(context, request, at);
  if (notice !== undefined) return noticeAction(context, notice, at);
  if (watch !== undefined) return watchAction(context, watch, at);
  if (effects !== undefined) return effectsAction(context, effects, at);
  if (step.cancel !== undefined) {
    return cancelAction(context, Number(fillInText(step.cancel, at.scope)), at);
  }
  if (plan !== undefined) hostedOf(context).plan(plan, at.place);
  if (step.fresh_booking !== undefined)
    at.scope.set(step.fresh_booking, await context.freshBooking(context, at));
  if (step.trouble === true) return troubleAction(context, at);
  for (const [name, template] of Object.entries(step.let ?? {})) {
    at.scope.set(name, compute(fillIn(template, at.scope)));
  }
  return valueResult(undefined);
}

async function troubleAction(context: RunContext, at: StepAt): Promise<ActionResult> {
  const template = context.profile.receiver?.trouble;
  if (template === undefined) throw new BlockedStep('the profile has no trouble request');
  return answerResult(await sendTemplate(context, { template, ...at }));
}
