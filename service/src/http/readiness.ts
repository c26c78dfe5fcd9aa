import type { Clock } from '../base/clock.js';

interface ReadinessOptions {
  readonly ping: () => Promise<unknown>;
  readonly timer: Clock['timer'];
  /** Longest wait for an answer; whoever asks gives up soon after. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 2_000;

/** Whether something answers. One question at a time: where it hangs, those who ask meanwhile are told no at once. */
export const createReadiness = (options: ReadinessOptions): (() => Promise<boolean>) => {
  const { ping, timer, patienceMs = usualPatienceMs } = options;
  let underWay: Promise<boolean> | undefined;

  const look = (): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = timer(patienceMs, () => resolve(false));
      // Only this asks anew: until then all who ask share the answer, be it that there is none.
      const settle = (isUp: boolean): void => {
        cancel();
        underWay = undefined;
        resolve(isUp);
      };
      ping().then(
        () => settle(true),
        () => settle(false),
      );
    });

  return () => {
    underWay ??= look();
    return underWay;
  };
};
