import { Agenda } from 'agenda';
import { type Clock, systemClock } from '../base/clock.js';
import type { Documents } from '../base/documents.js';
import type { Logger } from '../base/logger.js';
import { createJobBackend } from './job-backend.js';
import type { JobDocument } from './job-document.js';
import { createJobRepository } from './job-repository.js';

/** Something to be done every so often by one of the processes that share the database; doing it twice must do no harm. */
export interface RecurringJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void> | void;
}

export interface JobRun {
  readonly name: string;
  readonly isDone: boolean;
  readonly durationMs: number;
}

export interface Jobs {
  readonly start: () => Promise<void>;
  /** Rings no more; resolves when what runs has finished. */
  readonly stop: () => Promise<void>;
}

export interface JobsOptions {
  readonly documents: Documents<JobDocument>;
  readonly jobs: readonly RecurringJob[];
  readonly logger: Logger;
  /** Told when a job has run in this process; must not throw. */
  readonly onRun?: (run: JobRun) => void;
  /** Agenda lives by the wall clock, and so must this. */
  readonly clock?: Pick<Clock, 'now'>;
  /** How often Agenda looks. */
  readonly pollMs?: number;
}

/** Only the ringing happens under it, so it may be short: after a kill another process rings soon. */
const lockLifetimeMs = 2_000;

/** Agenda as an alarm clock: it decides when and in which process a job is rung, and waits for nothing. */
export const createJobs = ({ documents, jobs, logger, clock, pollMs, onRun }: JobsOptions): Jobs => {
  const repository = createJobRepository({ documents, clock: clock ?? systemClock });
  const { backend, settled } = createJobBackend(repository, logger);
  const running = new Map<string, Promise<void>>();
  let agenda: Agenda | undefined;

  const runJob = async ({ name, run }: RecurringJob): Promise<void> => {
    const startedMs = performance.now();
    let isDone = true;
    try {
      await run();
    } catch (error) {
      isDone = false;
      logger.error({ err: error, job: name }, 'a recurring job failed');
    }
    onRun?.({ name, isDone, durationMs: performance.now() - startedMs });
  };

  const ring = (job: RecurringJob): void => {
    // Agenda finishes what it had begun when it was stopped: that must not begin anything of ours.
    if (agenda === undefined || running.has(job.name)) return;
    running.set(
      job.name,
      runJob(job).finally(() => running.delete(job.name)),
    );
  };

  return {
    start: async () => {
      if (agenda !== undefined) return;
      agenda = new Agenda({ backend, processEvery: pollMs ?? 1_000, defaultLockLifetime: lockLifetimeMs });
      agenda.on('error', (error: Error) => logger.warn({ err: error }, 'the alarm clock stumbled'));
      // No lock limit: Agenda keeps counting a lock that lapsed before its job began, and would never ring that job again.
      for (const job of jobs) agenda.define(job.name, async () => ring(job), { concurrency: 1 });
      for (const job of jobs) await agenda.every(job.everyMs, job.name);
      await agenda.start();
    },
    stop: async () => {
      const stopped = agenda;
      agenda = undefined;
      await stopped?.stop().catch((error: unknown) => {
        // What it had locked runs out by itself.
        logger.warn({ err: error }, 'the alarm clock could not unlock its jobs');
      });
      await settled();
      await Promise.all(running.values());
    },
  };
};
