import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../clock.js';
import { readToken, writeToken } from './claim-token.js';
import type { Claim, Held, NoticeKey, NoticeKind, NoticeStore } from './store.js';

export interface MemoryStoreOptions {
  /** Bookings remembered at most (default 100,000); the longest finished are forgotten first. */
  readonly maxBookings?: number;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Every remembered booking is claimed at this moment, so nothing may be forgotten for a new one. */
export class MemoryStoreFullError extends Error {
  override readonly name = 'MemoryStoreFullError';
}

interface CurrentClaim {
  readonly token: string;
  until: number;
}

/** A row holds the tokens that finished each kind, and the claim that runs. */
interface Row {
  readonly done: Partial<Record<NoticeKind, string>>;
  claim: CurrentClaim | undefined;
}

const otherKind = (kind: NoticeKind): NoticeKind => (kind === 'create' ? 'cancel' : 'create');
const rowId = (key: NoticeKey): string => `${key.bookingId} ${key.namespace}`;

/** Remembers notices in this process only: a restart handles repeated notices again. Bounded; never forgets what is claimed. */
export const createMemoryStore = (options: MemoryStoreOptions = {}): NoticeStore => {
  const { maxBookings = 100_000, clock = systemClock } = options;
  // Two maps, so that the longest finished booking is found at once however many are claimed.
  const claimed = new Map<string, Row>();
  const finished = new Map<string, Row>();
  let lastFence = 0;

  // Starts from the clock, so that fences keep growing when the process starts again.
  const nextFence = (): number => {
    lastFence = Math.max(lastFence + 1, clock.now());
    return lastFence;
  };

  const makeRoom = (): void => {
    if (claimed.size + finished.size < maxBookings) return;
    const [oldest] = finished.keys();
    if (oldest === undefined)
      throw new MemoryStoreFullError('the memory store holds as many claims as it may');
    finished.delete(oldest);
  };

  const newRow = (): Row => {
    makeRoom();
    return { done: {}, claim: undefined };
  };

  /** Puts a row where it belongs once nothing claims it; a row that remembers nothing goes. */
  const settle = (id: string, row: Row): void => {
    row.claim = undefined;
    claimed.delete(id);
    finished.delete(id);
    if (row.done.create !== undefined || row.done.cancel !== undefined) finished.set(id, row);
  };

  const current = (token: string): { key: NoticeKey; row: Row; claim: CurrentClaim } | undefined => {
    const key = readToken(token);
    const row = key && claimed.get(rowId(key));
    if (!key || !row?.claim || row.claim.token !== token) return undefined;
    return { key, row, claim: row.claim };
  };

  const wasDoneBy = (token: string): boolean => {
    const key = readToken(token);
    if (!key) return false;
    const row = claimed.get(rowId(key)) ?? finished.get(rowId(key));
    return row?.done[key.kind] === token;
  };

  const claim = async (key: NoticeKey, leaseMs: number): Promise<Claim> => {
    const id = rowId(key);
    const row = claimed.get(id) ?? finished.get(id) ?? newRow();
    if (row.done[key.kind] !== undefined) return { state: 'done' };
    if (row.claim && row.claim.until > clock.now()) return { state: 'busy' };
    const token = writeToken(key, randomUUID());
    row.claim = { token, until: clock.now() + leaseMs };
    finished.delete(id);
    claimed.set(id, row);
    const isOtherKindDone = row.done[otherKind(key.kind)] !== undefined;
    return { state: 'claimed', token, fence: nextFence(), isOtherKindDone };
  };

  const renew = async (token: string, leaseMs: number): Promise<Held> => {
    const held = current(token);
    if (!held) return 'lost';
    held.claim.until = clock.now() + leaseMs;
    return 'ok';
  };

  const done = async (token: string): Promise<Held> => {
    const held = current(token);
    if (!held) return wasDoneBy(token) ? 'ok' : 'lost';
    held.row.done[held.key.kind] = token;
    settle(rowId(held.key), held.row);
    return 'ok';
  };

  const release = async (token: string): Promise<Held> => {
    const held = current(token);
    if (!held) return 'lost';
    settle(rowId(held.key), held.row);
    return 'ok';
  };

  const forget = async (key: NoticeKey): Promise<void> => {
    const id = rowId(key);
    const row = claimed.get(id) ?? finished.get(id);
    if (!row) return;
    delete row.done[key.kind];
    if (!row.claim) settle(id, row);
  };

  return { claim, renew, done, release, forget };
};
