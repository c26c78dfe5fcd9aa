import type { Carry } from '../memory-documents.js';
import { textOf } from './text-of.js';

/** A process under the explorer's control: it stands still before every store call until it is told to go on. */
export interface Actor {
  readonly name: string;
  /** Runs the script until its first store call. */
  readonly start: () => Promise<void>;
  /** Lets the call it stands before happen, and runs on to the next one. */
  readonly step: () => Promise<void>;
  /** Dies where it stands: nothing of it ever happens again. */
  readonly crash: () => void;
  /** The call it stands before; `undefined` when it has ended or is dead. */
  readonly pending: () => string | undefined;
  /** Whether its latest step could have changed the store. */
  readonly hasJustWritten: () => boolean;
  /** Everything it has seen so far, which is its whole state, since scripts are deterministic; one that is over has none. */
  readonly memory: () => string;
}

interface Call {
  readonly label: string;
  readonly fire: () => void;
}

const hashed = (seed: number, text: string): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
};

const failureText = (error: unknown): string => (error instanceof Error ? error.message : 'failed');

/** What a script gets: how its store calls are carried out, and how it says what else it saw (the time). */
export type Script = (carry: Carry, note: (seen: string) => void) => Promise<void>;

export const createActor = (name: string, script: Script): Actor => {
  let call: Call | undefined;
  let status: 'running' | 'ended' | 'dead' = 'running';
  let arrived = (): void => undefined;
  let seen: readonly [number, number, number] = [1, 2, 0];
  let failure: unknown;
  let latest = '';

  const note = (text: string): void => {
    seen = [hashed(seen[0], text), hashed(seen[1] ^ 0x5bd1e995, text), seen[2] + 1];
  };

  const carry: Carry = (label, run) =>
    new Promise((resolve, reject) => {
      const fire = (): void => {
        latest = label;
        try {
          const result = run();
          note(`${label} ${textOf(result)}`);
          resolve(result);
        } catch (error) {
          note(`${label} ${failureText(error)}`);
          reject(error);
        }
      };
      call = { label, fire };
      arrived();
    });

  const untilArrival = (): Promise<void> =>
    new Promise((resolve) => {
      arrived = resolve;
    });

  const end = (error?: unknown): void => {
    status = 'ended';
    failure = error;
    arrived();
  };

  const advance = async (go: () => void): Promise<void> => {
    call = undefined;
    const arrival = untilArrival();
    go();
    await arrival;
    if (failure !== undefined) throw failure;
  };

  return {
    name,
    start: () => advance(() => void script(carry, note).then(() => end(), end)),
    step: async () => {
      const standing = call;
      if (standing !== undefined) await advance(standing.fire);
    },
    crash: () => {
      status = 'dead';
      call = undefined;
    },
    pending: () => call?.label,
    hasJustWritten: () => !/find|count|sleep/i.test(latest),
    memory: () => (status === 'running' ? seen.join('.') : status),
  };
};
