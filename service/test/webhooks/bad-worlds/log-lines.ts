import type { Logger } from '../../../src/base/logger.js';

interface LogLines {
  readonly logger: Logger;
  /** What was written at `warn` and `error`, in order. */
  readonly lines: readonly string[];
}

/** A log that keeps what an operator would be woken by. */
export const keepLogLines = (): LogLines => {
  const lines: string[] = [];
  const keep: Logger['warn'] = (_fields, message) => void lines.push(message);
  return { lines, logger: { debug: () => undefined, info: () => undefined, warn: keep, error: keep } };
};
