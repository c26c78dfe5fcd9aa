import { type Row, rowOf, rowsOf } from '../../answer.js';
import { CommandError, type OperatorClient } from '../../operator-client.js';

/** A whole replay, all its steps together. */
export interface ReplayDone {
  readonly dry_run: boolean;
  readonly started_at: string;
  readonly rate_per_second: number;
  readonly deliveries: number;
  readonly left_alone: number;
  readonly partners: readonly { readonly partner: string; readonly deliveries: number }[];
  readonly takes_seconds: number;
  readonly last_due_at: string | null;
}

export interface ReplayAsked {
  /** As the operator's row takes it, without `cursor`. */
  readonly body: Row;
  readonly isDryRun: boolean;
  /** More than one step is needed, and this is when it began. */
  readonly onLong: (startedAt: string) => void;
  readonly onProgress: (deliveries: number) => void;
}

const path = '/deliveries/replay';

const numberIn = (row: Row, name: string): number => {
  const value = row[name];
  return typeof value === 'number' ? value : 0;
};

const textIn = (row: Row, name: string): string | undefined => {
  const value = row[name];
  return typeof value === 'string' ? value : undefined;
};

const added = (counts: Map<string, number>, step: Row): void => {
  for (const row of rowsOf(step['partners'])) {
    const partner = String(row['partner']);
    counts.set(partner, (counts.get(partner) ?? 0) + numberIn(row, 'deliveries'));
  }
};

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

const summary = (steps: readonly Row[], counts: ReadonlyMap<string, number>): ReplayDone => {
  const [first = {}] = steps;
  const rate = numberIn(first, 'rate_per_second');
  const dues = steps.flatMap((step) => textIn(step, 'last_due_at') ?? []);
  return {
    dry_run: first['dry_run'] === true,
    started_at: textIn(first, 'started_at') ?? '',
    rate_per_second: rate,
    deliveries: sum(counts.values()),
    left_alone: sum(steps.map((step) => numberIn(step, 'left_alone'))),
    partners: [...counts].map(([partner, deliveries]) => ({ partner, deliveries })),
    takes_seconds: Math.ceil(Math.max(0, ...counts.values()) / rate),
    // All in UTC and of one length: the latest sorts last.
    last_due_at: dues.toSorted().at(-1) ?? null,
  };
};

const withAdvice = (error: unknown, startedAt: string | undefined, deliveries: number): unknown => {
  if (!(error instanceof CommandError) || startedAt === undefined) return error;
  const advice = `${deliveries} were sent again before that. The same command with --started-at ${startedAt} goes on there and sends nothing twice.`;
  return new CommandError(`${error.message}\n${advice}`, error.exitCode);
};

interface Walk {
  readonly client: OperatorClient;
  readonly asked: ReplayAsked;
  /** Its first step, as a dry run. */
  readonly look: Row;
  readonly steps: Row[];
  readonly counts: Map<string, number>;
}

/** Steps until there is no more, each of them kept: one that fails leaves those before it. */
const walk = async ({ client, asked, look, steps, counts }: Walk): Promise<void> => {
  const { body, isDryRun } = asked;
  const startedAt = textIn(look, 'started_at');
  let cursor: string | undefined;
  do {
    const isLooked = isDryRun && cursor === undefined;
    const request = { ...body, dry_run: isDryRun, started_at: startedAt, cursor };
    const step = isLooked ? look : rowOf(await client.call('POST', path, request));
    steps.push(step);
    added(counts, step);
    asked.onProgress(sum(counts.values()));
    cursor = textIn(step, 'next');
  } while (cursor !== undefined);
};

/** Goes through a replay step by step. Throws `CommandError` that says how to go on. */
export const replayThrough = async (client: OperatorClient, asked: ReplayAsked): Promise<ReplayDone> => {
  const { body, isDryRun } = asked;
  const counts = new Map<string, number>();
  const steps: Row[] = [];
  // A look first: it refuses what is wrong, and its instant makes every later request safe to repeat.
  const look = rowOf(await client.call('POST', path, { ...body, dry_run: true }));
  const startedAt = textIn(look, 'started_at');
  if (look['next'] !== null && startedAt !== undefined) asked.onLong(startedAt);
  try {
    await walk({ client, asked, look, steps, counts });
    return summary(steps, counts);
  } catch (error) {
    throw withAdvice(error, isDryRun ? undefined : startedAt, sum(counts.values()));
  }
};
