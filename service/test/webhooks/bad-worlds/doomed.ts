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

const withHeader = ['request on its way', 'request arrived', 'answer received'] as const;
const withOldHeader = ['old header on its way', 'old header arrived', 'old header answered'] as const;

const never = (): Promise<never> => new Promise(() => undefined);

/** A process that ends at the first such step: from then on it neither writes nor sends. */
export const createDoomed = (death: Death | undefined, post: Post): Doomed => {
  const trace: string[] = [];
  const tried = new Set<string>();
  let isDead = false;

  const reach = (step: StepName | undefined, phase: Death['phase']): void => {
    if (death !== undefined && step === death.step && phase === death.phase) isDead = true;
    if (isDead) throw new Error('this process is dead');
  };
  const nameOf = (call: StoreCall): string =>
    stepOf(call) ?? `${call.collection}.${call.method}(${JSON.stringify(call.given)})`;

  const send = async (...given: Parameters<Post>): Promise<OutboundOutcome> => {
    const [{ headers }] = given;
    const attempt = `${headers['parking-delivery']}:${headers['parking-attempt']}`;
    // One attempt's second request is the one with the header's value from before a rotation.
    const [onItsWay, arrived, answered] = tried.has(attempt) ? withOldHeader : withHeader;
    tried.add(attempt);
    trace.push(onItsWay);
    reach(onItsWay, 'before');
    const outcome = await post(...given);
    trace.push(arrived, answered);
    reach(arrived, 'after');
    reach(answered, 'after');
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
