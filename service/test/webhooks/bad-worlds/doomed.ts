import type { OutboundOutcome, Post } from '../../../src/outbound/outbound.js';
import type { Hooks, StoreCall } from '../../support/traced-database.js';
import { type StepName, stepOf } from './loop-steps.js';

export interface Death {
  readonly step: StepName;
  /** Before it is done, or after it, with its answer lost. */
  readonly phase: 'before' | 'after';
}

export interface Doomed {
  readonly hooks: Hooks;
  readonly post: Post;
  readonly isDead: () => boolean;
  /** Steps so far; a store call that has no name is there as `collection.method(arguments)`. */
  readonly trace: () => readonly string[];
}

const never = (): Promise<never> => new Promise(() => undefined);

/** A process that ends at the first such step: from then on it neither writes nor sends. */
export const createDoomed = (death: Death | undefined, post: Post): Doomed => {
  const trace: string[] = [];
  let isDead = false;

  const reach = (step: StepName | undefined, phase: Death['phase']): void => {
    if (death !== undefined && step === death.step && phase === death.phase) isDead = true;
    if (isDead) throw new Error('this process is dead');
  };
  const nameOf = (call: StoreCall): string =>
    stepOf(call) ?? `${call.collection}.${call.method}(${JSON.stringify(call.given)})`;

  const send = async (...given: Parameters<Post>): Promise<OutboundOutcome> => {
    trace.push('request on its way');
    reach('request on its way', 'before');
    const outcome = await post(...given);
    trace.push('request arrived', 'answer received');
    reach('request arrived', 'after');
    reach('answer received', 'after');
    return outcome;
  };

  return {
    hooks: {
      before: (call) => {
        if (!isDead) trace.push(nameOf(call));
        reach(stepOf(call), 'before');
      },
      after: (call) => reach(stepOf(call), 'after'),
    },
    // What the dead process would have made of it is not to be seen.
    post: (request) => (isDead ? never() : send(request).catch(never)),
    isDead: () => isDead,
    trace: () => trace,
  };
};
