import type { StepPlace } from '../../exchange/exchange.js';
import { BlockedStep, EnvironmentFault } from '../../faults.js';
import { isObject } from '../../json/value.js';
import type { EffectsAction } from '../../scenarios/scenario.js';
import { fillInText, type Scope } from '../../values/scope.js';
import { type ActionResult, valueResult } from '../action-result.js';
import { milliseconds, type RunContext } from '../context.js';

interface EffectsAddress {
  readonly url: string;
  readonly place: StepPlace;
}

const pollMs = 50;

/** Asks how often the effect of a notice has happened: `{count}`. */
export async function effectsAction(
  context: RunContext,
  action: EffectsAction,
  at: { readonly scope: Scope; readonly place: StepPlace },
): Promise<ActionResult> {
  const { receiver } = context.profile;
  if (receiver?.effects_url === undefined) throw new BlockedStep('the profile has no effects_url');
  const bookingId = fillInText(action.booking, at.scope);
  const scope = new Map([...at.scope, ['booking_id', bookingId] as const, ['kind', action.kind] as const]);
  const address = { url: fillInText(receiver.effects_url, scope), place: at.place };
  if (action.until === undefined) {
    await context.clock.sleep(milliseconds(receiver.effects_settle_s, 0.5));
    return count(context, address);
  }
  const deadline = context.clock.now() + milliseconds(receiver.effects_wait_s, 5);
  for (;;) {
    const found = await count(context, address);
    if (countOf(found.subject.body) >= action.until || context.clock.now() >= deadline) return found;
    await context.clock.sleep(pollMs);
  }
}

async function count(context: RunContext, { url, place }: EffectsAddress): Promise<ActionResult> {
  const request = { method: 'GET', url, query: [], headers: { accept: 'application/json' } };
  const result = await context.send(request, { place });
  if (!result.answered) throw new EnvironmentFault(`the effects URL cannot be asked: ${result.fault}`);
  const number = countOf(result.answer.body);
  if (Number.isNaN(number)) {
    throw new EnvironmentFault(
      `the effects URL answered ${result.answer.status}, neither a number nor {count}`,
    );
  }
  return valueResult({ count: number }, [result.exchange]);
}

function countOf(body: unknown): number {
  if (typeof body === 'number') return body;
  return isObject(body) && typeof body['count'] === 'number' ? body['count'] : Number.NaN;
}
