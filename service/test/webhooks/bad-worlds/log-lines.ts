import type { Logger } from '../../../src/base/logger.js';

interface LogLines {
  readonly logger: Logger;
  /** What was written at `warn` and `error`, in order. */
  readonly lines: readonly string[];
  /** What was said while the test was set up does not count. */
  readonly forget: () => void;
}

/** A log that keeps what an operator would be woken by. */
export const keepLogLines = (): LogLines => {
  const lines: string[] = [];
  const keep: Logger['warn'] = (_fields, message) => void lines.push(message);
  const forget = (): void => void lines.splice(0);
  return {
    lines,
    forget,
    logger: { debug: () => undefined, info: () => undefined, warn: keep, error: keep },
  };
};
