import type { Clock } from '../base/clock.js';
import { collectionSpec, type Documents } from '../base/documents.js';
import { minuteMs } from '../base/durations.js';

/** A process that works on this database. Instants are epoch ms by the database's clock, whatever the process's says. */
export interface PresenceDocument {
  /** New for every start. */
  readonly _id: string;
  readonly mode: 'serve' | 'api' | 'worker';
  readonly host: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly seenAt: number;
  /** The process's clock minus the database's, ms. */
  readonly skewMs: number;
  /** When its dispatcher last looked at every partner; `null` where it has none, or never could. */
  readonly sweptAt: number | null;
}

/** A few documents, read at once. */
export const presenceCollection = collectionSpec<PresenceDocument>({ name: 'processes', indexes: [] });

/** Three beats and some. */
export const presentForMs = 20_000;
/** Others' leftovers: killed, or stopped without the database. */
const forgottenAfterMs = 10 * minuteMs;

export interface Presence {
  /** Says that this process is there, and sees who else is. Rejects where the database does not answer. */
  readonly beat: () => Promise<void>;
  /** Takes it back. */
  readonly leave: () => Promise<void>;
  /** Whether anybody who sends notices was there at the last beat; `undefined` before the first. */
  readonly hasWorker: () => boolean | undefined;
}

export interface PresenceOptions {
  readonly documents: Documents<PresenceDocument>;
  readonly self: Pick<PresenceDocument, '_id' | 'mode' | 'host' | 'pid'>;
  /** Of the database and of this process, without the sandbox's offset. */
  readonly serverNow: () => Promise<number>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long ago this process's dispatcher looked at every partner, ms. */
  readonly sweptAgoMs: () => number | undefined;
}

const isPresent = ({ seenAt }: PresenceDocument, serverNow: number): boolean =>
  serverNow - seenAt < presentForMs;

export const sendsNotices = ({ mode }: Pick<PresenceDocument, 'mode'>): boolean => mode !== 'api';

/** Those that are there now. */
export const presentProcesses = async (
  documents: Documents<PresenceDocument>,
  serverNow: number,
): Promise<readonly PresenceDocument[]> =>
  (await documents.find({}).toArray()).filter((process) => isPresent(process, serverNow));

/** Who works on this database: each process says so every few seconds. */
export const createPresence = (options: PresenceOptions): Presence => {
  const { documents, self, serverNow, clock, sweptAgoMs } = options;
  const { _id, ...who } = self;
  let startedAt: number | undefined;
  let isWorkerThere: boolean | undefined;

  const measure = async (): Promise<{ readonly server: number; readonly skewMs: number }> => {
    const before = clock.now();
    const server = await serverNow();
    return { server, skewMs: Math.round((before + clock.now()) / 2 - server) };
  };

  const forget = async (processes: readonly PresenceDocument[], server: number): Promise<void> => {
    const gone = processes.filter(({ seenAt }) => server - seenAt > forgottenAfterMs);
    if (gone.length > 0) await documents.deleteMany({ _id: { $in: gone.map((process) => process._id) } });
  };

  return {
    beat: async () => {
      const { server, skewMs } = await measure();
      startedAt ??= server;
      const ago = sweptAgoMs();
      const sweptAt = ago === undefined ? null : server - ago;
      const seen = { ...who, startedAt, seenAt: server, skewMs, sweptAt };
      await documents.updateOne({ _id }, { $set: seen }, { upsert: true });
      const processes = await documents.find({}).toArray();
      isWorkerThere = processes.some((process) => sendsNotices(process) && isPresent(process, server));
      await forget(processes, server);
    },
    leave: async () => {
      await documents.deleteOne({ _id });
    },
    hasWorker: () => isWorkerThere,
  };
};
