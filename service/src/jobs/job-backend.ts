import type { AgendaBackend, JobRepository } from 'agenda';
import type { Logger } from '../base/logger.js';

export interface JobBackend {
  readonly backend: AgendaBackend;
  /** Resolves when no call of Agenda's is under way: it lets some run on after its stop. */
  readonly settled: () => Promise<void>;
}

/** Agenda's view of our storage. `connect` and `unlockJob` never reject: Agenda awaits neither, and the process would end. */
export const createJobBackend = (repository: JobRepository, logger: Logger): JobBackend => {
  const underWay = new Set<Promise<unknown>>();

  const followed = <Result>(call: Promise<Result>): Promise<Result> => {
    underWay.add(call);
    const forget = (): void => {
      underWay.delete(call);
    };
    call.then(forget, forget);
    return call;
  };

  const unlockJob: JobRepository['unlockJob'] = (job) =>
    followed(repository.unlockJob(job)).catch((error: unknown) => {
      // Its lock runs out by itself.
      logger.warn({ err: error, job: job.name }, 'a job could not be unlocked');
    });

  return {
    backend: {
      name: 'documents',
      ownsConnection: false,
      connect: async () => undefined,
      disconnect: async () => undefined,
      repository: {
        ...repository,
        unlockJob,
        saveJobState: (job, options) => followed(repository.saveJobState(job, options)),
        getNextJobToRun: (...asked) => followed(repository.getNextJobToRun(...asked)),
      },
    },
    settled: async () => {
      do {
        await Promise.allSettled(underWay);
        // What Agenda does next with an answer, or after a job's end, it does before this turn comes.
        await new Promise((resolve) => setImmediate(resolve));
      } while (underWay.size > 0);
    },
  };
};
