import type { JobParameters } from 'agenda';
import { toJobId } from 'agenda';
import { collectionSpec, type Documents } from '../base/documents.js';

/** A recurring job as it is stored: Agenda's record with its dates as epoch ms, since documents are plain JSON. */
export interface JobDocument {
  /** The job's name: each recurring job exists once. */
  readonly _id: string;
  readonly name: string;
  readonly priority: number;
  readonly repeatInterval: string | number | null;
  readonly nextRunAt: number | null;
  readonly lockedAt: number | null;
  readonly lastRunAt: number | null;
  readonly lastFinishedAt: number | null;
  readonly failedAt: number | null;
  readonly failCount: number;
  readonly failReason: string | null;
  readonly lastModifiedBy: string | null;
}

export const jobCollection = collectionSpec<JobDocument>({ name: 'jobs', indexes: [] });

/** All of them: a handful. */
export const readJobs = (documents: Documents<JobDocument>): Promise<readonly JobDocument[]> =>
  documents.find({}).toArray();

/** What Agenda changes when it takes, runs or ends a job. */
export type JobState = Omit<JobDocument, '_id' | 'name' | 'priority' | 'repeatInterval'>;

const instantOf = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

export const jobStateOf = (job: JobParameters, modifiedBy: string | undefined): JobState => ({
  nextRunAt: instantOf(job.nextRunAt),
  lockedAt: instantOf(job.lockedAt),
  lastRunAt: instantOf(job.lastRunAt),
  lastFinishedAt: instantOf(job.lastFinishedAt),
  failedAt: instantOf(job.failedAt),
  failCount: job.failCount ?? 0,
  failReason: job.failReason ?? null,
  lastModifiedBy: modifiedBy ?? null,
});

const dated = <Name extends string>(name: Name, at: number | null): { readonly [K in Name]?: Date } => {
  const part: { [K in Name]?: Date } = {};
  if (at !== null) part[name] = new Date(at);
  return part;
};

/** The record as Agenda knows it. */
export const jobParametersOf = (job: JobDocument): JobParameters => ({
  _id: toJobId(job._id),
  name: job.name,
  priority: job.priority,
  type: 'single',
  data: undefined,
  nextRunAt: job.nextRunAt === null ? null : new Date(job.nextRunAt),
  failCount: job.failCount,
  ...(job.repeatInterval === null ? {} : { repeatInterval: job.repeatInterval }),
  ...(job.failReason === null ? {} : { failReason: job.failReason }),
  ...dated('lockedAt', job.lockedAt),
  ...dated('lastRunAt', job.lastRunAt),
  ...dated('lastFinishedAt', job.lastFinishedAt),
  ...dated('failedAt', job.failedAt),
});
