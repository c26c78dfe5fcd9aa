import type { Declare } from './declare.js';

/** A recurring job that has run. */
export interface JobEnded {
  readonly name: string;
  readonly isDone: boolean;
  readonly durationMs: number;
}

/** Searches, bookings, and what is done behind them. */
export const createWorkMeters = ({ counter, gauge }: Declare) => {
  const searches = counter({ name: 'searches_total', help: 'Searches for parking, by API or page' });
  const bookings = counter({
    name: 'bookings_total',
    help: 'Bookings committed, by whether they were made or cancelled',
    labels: ['change'],
  });
  const handedOver = counter({
    name: 'notices_handed_over_total',
    help: 'Notices that were made deliveries, by kind; again where a process died in between',
    labels: ['kind'],
  });
  // Not `job`: that is the label of whoever is scraped.
  const jobs = {
    runs: counter({
      name: 'job_runs_total',
      help: 'Runs of recurring jobs in this process',
      labels: ['task'],
    }),
    failures: counter({
      name: 'job_failures_total',
      help: 'Runs of recurring jobs in this process that failed',
      labels: ['task'],
    }),
    seconds: counter({
      name: 'job_seconds_total',
      help: 'Time that recurring jobs ran in this process',
      labels: ['task'],
    }),
    done: gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'When a recurring job last succeeded in this process',
      labels: ['task'],
    }),
  };
  // A rise from nothing is no rise to whoever reads these: they begin at 0.
  for (const change of ['made', 'cancelled']) bookings.inc({ change }, 0);
  for (const kind of ['create', 'cancel']) handedOver.inc({ kind }, 0);

  return {
    onSearch: (): void => searches.inc(),
    onCommitted: (change: 'made' | 'cancelled'): void => bookings.inc({ change }),
    onHandedOver: (kind: 'create' | 'cancel', count: number): void => handedOver.inc({ kind }, count),
    onRun: ({ name: task, isDone, durationMs }: JobEnded): void => {
      jobs.runs.inc({ task });
      jobs.failures.inc({ task }, isDone ? 0 : 1);
      jobs.seconds.inc({ task }, durationMs / 1_000);
      if (isDone) jobs.done.setToCurrentTime({ task });
    },
  };
};
