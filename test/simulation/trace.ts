/** What happened, in order, for people to read. */
export interface Trace {
  /** `what` is called only where somebody reads. */
  readonly note: (who: string, what: () => string) => void;
  readonly lines: readonly string[];
}

interface TraceOptions {
  readonly isKept: boolean;
  /** The true time, epoch ms. */
  readonly now: () => number;
}

export const createTrace = ({ isKept, now }: TraceOptions): Trace => {
  const lines: string[] = [];
  const startedAt = now();
  return {
    lines,
    note: (who, what) => {
      if (!isKept) return;
      const seconds = ((now() - startedAt) / 1_000).toFixed(3).padStart(9);
      lines.push(`${seconds}  ${who.padEnd(12)} ${what()}`);
    },
  };
};
