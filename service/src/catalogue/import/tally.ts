/** So many features had this in common; a few of them, for people. */
export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** What became of one file. `read` is the sum of the other four counts. */
export interface FileReport {
  readonly file: string;
  readonly read: number;
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: readonly ReasonCount[];
  /** Imported, but worth a look. */
  readonly noted: readonly ReasonCount[];
}

export type DraftOutcome = 'imported' | 'updated' | 'unchanged';

export interface Tally {
  readonly read: () => void;
  readonly skipped: (reason: string, example: string) => void;
  readonly noted: (reason: string, example: string) => void;
  readonly counted: (outcome: DraftOutcome) => void;
  readonly report: () => FileReport;
}

const examplesKept = 3;

const createReasons = () => {
  const reasons = new Map<string, { count: number; readonly examples: string[] }>();
  return {
    add: (reason: string, example: string): void => {
      const entry = reasons.get(reason) ?? { count: 0, examples: [] };
      entry.count += 1;
      if (entry.examples.length < examplesKept) entry.examples.push(example);
      reasons.set(reason, entry);
    },
    list: (): readonly ReasonCount[] => [...reasons].map(([reason, entry]) => ({ reason, ...entry })),
  };
};

export const createTally = (file: string): Tally => {
  const counts = { read: 0, imported: 0, updated: 0, unchanged: 0 };
  const skipped = createReasons();
  const noted = createReasons();
  return {
    read: () => {
      counts.read += 1;
    },
    skipped: skipped.add,
    noted: noted.add,
    counted: (outcome) => {
      counts[outcome] += 1;
    },
    report: () => ({ file, ...counts, skipped: skipped.list(), noted: noted.list() }),
  };
};
