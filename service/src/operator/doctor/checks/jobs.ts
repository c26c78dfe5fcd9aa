import type { Database, Documents } from '../../../base/documents.js';
import { minuteMs } from '../../../base/durations.js';
import { type JobDocument, readJobs } from '../../../jobs/job-document.js';
import { type PresenceDocument, presentProcesses, sendsNotices } from '../../../jobs/presence.js';
import { type Check, fault, ok, warning } from '../finding.js';
import { spanText } from '../in-words.js';

export interface JobCheckOptions {
  readonly documents: Documents<JobDocument>;
  readonly processes: Documents<PresenceDocument>;
  readonly database: Pick<Database, 'serverNow'>;
  /** The wall clock that the alarm clock lives by, epoch ms. */
  readonly realNow: () => number;
}

/** Any worker rings them within a few seconds. */
const overdueAfterMs = minuteMs;

/** Whether what is done again and again is done. */
export const checkJobs = ({ documents, processes, database, realNow }: JobCheckOptions): Check => ({
  name: 'recurring jobs',
  run: async () => {
    const present = await presentProcesses(processes, await database.serverNow());
    if (!present.some(sendsNotices)) return [ok('not looked at: no worker runs to ring them')];
    const jobs = await readJobs(documents);
    if (jobs.length === 0)
      return [warning('none was ever set up', 'A worker sets them up: start one (serve or worker).')];
    const now = realNow();
    const late = jobs.filter(({ nextRunAt }) => nextRunAt === null || now - nextRunAt > overdueAfterMs);
    if (late.length === 0) return [ok(`${jobs.length}, none overdue`)];
    return late.map(({ name, nextRunAt }) =>
      fault(
        nextRunAt === null
          ? `"${name}" is not to be run again`
          : `"${name}" is ${spanText(now - nextRunAt)} overdue`,
        'Restart a worker; where none runs, start one.',
      ),
    );
  },
});
