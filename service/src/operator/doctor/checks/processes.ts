import type { Database, Documents } from '../../../base/documents.js';
import { minuteMs } from '../../../base/durations.js';
import { type PresenceDocument, presentProcesses, sendsNotices } from '../../../jobs/presence.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { spanText } from '../in-words.js';
import { judgeSkew } from './clock.js';

export interface ProcessCheckOptions {
  readonly database: Pick<Database, 'serverNow'>;
  readonly processes: Documents<PresenceDocument>;
  /** The command looks by itself, since nothing runs here: that alone is no fault. */
  readonly isStopped: boolean;
}

/** The dispatcher looks at every partner each two seconds. */
const sweepLateMs = minuteMs;

const nameOf = ({ mode, host, pid }: PresenceDocument): string => `${mode} ${pid} on ${host}`;

const workers = (present: readonly PresenceDocument[], isStopped: boolean): Finding => {
  const count = present.filter(sendsNotices).length;
  const apis = present.length - count;
  if (count > 0)
    return ok(`sending notices: ${count}${apis > 0 ? `, answering the API alone: ${apis}` : ''}`);
  const advice = 'Start one: parking-service worker (or serve).';
  if (present.length > 0) return fault('no worker runs: notices wait', advice);
  return (isStopped ? warning : fault)('no process runs: notices wait', advice);
};

const sweeps = (present: readonly PresenceDocument[], now: number): readonly Finding[] =>
  present
    .filter((process) => sendsNotices(process))
    .filter(({ sweptAt, startedAt }) => now - (sweptAt ?? startedAt) > sweepLateMs)
    .map((process) =>
      fault(
        `${nameOf(process)} has not looked for notices for ${spanText(now - (process.sweptAt ?? process.startedAt))}`,
        'See its log; restart it. The others take what it holds when its lease ends.',
      ),
    );

const skews = (present: readonly PresenceDocument[]): readonly Finding[] =>
  present
    .map((process) => {
      const way = process.skewMs < 0 ? 'behind' : 'ahead of';
      const apart = spanText(Math.abs(process.skewMs));
      return judgeSkew(`the clock of ${nameOf(process)} is ${apart} ${way} the database’s`, process.skewMs);
    })
    .filter(({ verdict }) => verdict !== 'ok');

/** Who works on this database now: whether notices are sent at all, and whether their clocks agree. */
export const checkProcesses = ({ database, processes, isStopped }: ProcessCheckOptions): Check => ({
  name: 'processes',
  run: async () => {
    const now = await database.serverNow();
    const present = await presentProcesses(processes, now);
    return [workers(present, isStopped), ...sweeps(present, now), ...skews(present)];
  },
});
