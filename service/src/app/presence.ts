import { hostname } from 'node:os';
import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { randomHex } from '../base/ids.js';
import { createPresence, type Presence, presenceCollection } from '../jobs/presence.js';

interface OpenPresenceOptions {
  readonly database: Pick<Database, 'collection' | 'serverNow'>;
  /** Real time: a sandbox's jump makes nobody absent. */
  readonly realClock: Pick<Clock, 'now'>;
  readonly mode: 'serve' | 'api' | 'worker';
}

export interface OwnPresence extends Presence {
  /** This process's dispatcher has looked at every partner. */
  readonly onPass: () => void;
  /** Since it last did, or since the process began, ms. */
  readonly sweptAgoMs: () => number;
}

/** This process among those that work on the database. */
export const openPresence = ({ database, realClock, mode }: OpenPresenceOptions): OwnPresence => {
  let passedAt: number | undefined;
  const beganAt = realClock.now();
  const ago = (at: number): number => Math.max(0, realClock.now() - at);
  const presence = createPresence({
    documents: database.collection(presenceCollection),
    self: { _id: randomHex(8), mode, host: hostname(), pid: process.pid },
    serverNow: database.serverNow,
    clock: realClock,
    sweptAgoMs: () => (passedAt === undefined ? undefined : ago(passedAt)),
  });
  return {
    ...presence,
    sweptAgoMs: () => ago(passedAt ?? beganAt),
    onPass: () => {
      passedAt = realClock.now();
    },
  };
};
