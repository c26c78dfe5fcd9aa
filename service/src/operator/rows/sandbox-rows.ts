import { Type } from 'typebox';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { ShiftedClock } from '../../sandbox/shifted-clock.js';
import type { SandboxStore } from '../../sandbox/store.js';
import { instantText } from './instant-text.js';

interface SandboxRowOptions {
  readonly clock: Pick<ShiftedClock, 'now' | 'offsetMs'>;
  readonly store: Pick<SandboxStore, 'addToOffset'>;
  /** Moves this process's clock to where the store has it. */
  readonly follow: () => Promise<void>;
}

const longestStepSeconds = 400 * 86_400;

/** Moving the clock, for tests of what takes days. Only mounted in sandbox mode. */
export const createSandboxRows = ({ clock, store, follow }: SandboxRowOptions): readonly AnyRoute[] => {
  const state = (): Readonly<Record<string, unknown>> => ({
    now: instantText(clock.now()),
    offset_ms: clock.offsetMs(),
  });
  return [
    route({
      method: 'GET',
      path: '/sandbox/clock',
      operation: 'operator.sandbox.clock',
      summary: 'What time it is for the service.',
      access: 'operator',
      input: Type.Object({}),
      run: async () => raw(200, state()),
    }),
    route({
      method: 'POST',
      path: '/sandbox/clock/advance',
      operation: 'operator.sandbox.advance',
      summary: 'Moves the clock forward.',
      access: 'operator',
      input: Type.Object({ seconds: Type.Number({ minimum: 0, maximum: longestStepSeconds }) }),
      run: async ({ seconds }) => {
        const ms = Math.round(seconds * 1_000);
        await store.addToOffset(ms);
        // Not by its own step: the poll may have seen it already, and another's with it.
        await follow();
        return raw(200, state());
      },
    }),
  ];
};
