import type { ShiftedClock } from './shifted-clock.js';
import type { SandboxStore } from './store.js';

interface FollowOptions {
  readonly clock: Pick<ShiftedClock, 'offsetMs' | 'advance'>;
  readonly store: Pick<SandboxStore, 'offsetMs'>;
  /** Everything that waits for a time looks again. */
  readonly onMoved: () => void;
}

/** Moves this process's clock to where another process has put the sandbox's; never back. */
export const createFollowSandbox =
  ({ clock, store, onMoved }: FollowOptions): (() => Promise<void>) =>
  async () => {
    const step = (await store.offsetMs()) - clock.offsetMs();
    if (step <= 0) return;
    clock.advance(step);
    onMoved();
  };
