import type { JobParameters, JobRepository, RemoveJobsOptions } from 'agenda';
import { toJobId } from 'agenda';
import type { Clock } from '../base/clock.js';
import type { Documents } from '../base/documents.js';
import { type JobDocument, jobParametersOf, jobStateOf } from './job-document.js';

export interface JobRepositoryOptions {
  readonly documents: Documents<JobDocument>;
  /** Agenda's own time is the wall clock, so this is too. */
  readonly clock: Pick<Clock, 'now'>;
}

const notUsed = (name: string) => async (): Promise<never> => {
  throw new Error(`the alarm clock does not use ${name}`);
};

const namesToRemove = ({ id, ids, name, names }: RemoveJobsOptions): readonly string[] =>
  [id, ...(ids ?? []), name, ...(names ?? [])].flatMap((given) =>
    given === undefined ? [] : [String(given)],
  );

/** The part of Agenda's storage that recurring jobs use, over the documents port. */
export const createJobRepository = ({ documents, clock }: JobRepositoryOptions): JobRepository => {
  const saveJob = async <Data>(job: JobParameters<Data>): Promise<JobParameters<Data>> => {
    const { name, priority } = job;
    const repeatInterval = typeof job.repeatInterval === 'number' ? job.repeatInterval : null;
    const nextRunAt = job.nextRunAt?.getTime() ?? clock.now();
    const fresh = {
      nextRunAt,
      lockedAt: null,
      lastRunAt: null,
      lastFinishedAt: null,
      failedAt: null,
      failCount: 0,
      failReason: null,
      lastModifiedBy: null,
    };
    await documents.updateOne(
      { _id: name },
      { $set: { name, priority, repeatInterval }, $setOnInsert: fresh },
      { upsert: true },
    );
    // A restart must not ring early, but a shortened interval counts at once.
    const latest = clock.now() + (repeatInterval ?? 0);
    await documents.updateOne({ _id: name, nextRunAt: { $gt: latest } }, { $set: { nextRunAt: latest } });
    const saved = await documents.findOne({ _id: name });
    const savedAt = saved?.nextRunAt ?? null;
    return { ...job, _id: toJobId(name), nextRunAt: savedAt === null ? null : new Date(savedAt) };
  };

  const unlock = async (ids: readonly string[]): Promise<void> => {
    await documents.updateMany({ _id: { $in: ids } }, { $set: { lockedAt: null } });
  };

  return {
    connect: async () => undefined,
    saveJob,
    saveJobState: async (job, options) => {
      await documents.updateOne({ _id: job.name }, { $set: jobStateOf(job, options?.lastModifiedBy) });
    },
    getNextJobToRun: async (name, nextScanAt, lockDeadline, now, options) => {
      const isFree = { lockedAt: null, nextRunAt: { $lte: nextScanAt.getTime() } };
      const isForsaken = { lockedAt: { $lte: lockDeadline.getTime() } };
      const lockedAt = now?.getTime() ?? clock.now();
      const job = await documents.findOneAndUpdate(
        { _id: name, $or: [isFree, isForsaken] },
        { $set: { lockedAt, lastModifiedBy: options?.lastModifiedBy ?? null } },
        { returnDocument: 'after' },
      );
      return job === null ? undefined : jobParametersOf(job);
    },
    unlockJob: (job) => unlock([job.name]),
    unlockJobs: (ids) => unlock(ids.map(String)),
    removeJobs: async (options) =>
      (await documents.deleteMany({ _id: { $in: namesToRemove(options) } })).deletedCount,
    queryJobs: notUsed('queryJobs'),
    getJobsOverview: notUsed('getJobsOverview'),
    getDistinctJobNames: notUsed('getDistinctJobNames'),
    getJobById: notUsed('getJobById'),
    getQueueSize: notUsed('getQueueSize'),
    lockJob: notUsed('lockJob'),
    disableJobs: notUsed('disableJobs'),
    enableJobs: notUsed('enableJobs'),
    purgeAllJobs: notUsed('purgeAllJobs'),
  };
};
