import type { Clock } from '../../base/clock.js';
import { createFaultLog, type FaultLog } from '../../base/fault-log.js';
import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import type { BringForward } from './bring-forward.js';
import type { ClaimBatch, Claimed } from './claim.js';
import type { ClaimTurns } from './claim-turns.js';
import { isRunnable } from './is-runnable.js';
import type { LaneBreaker } from './lane-breaker.js';
import type { Outcome } from './outcome-writer.js';
import { putDown, type SendNotice, type Sent } from './send-notice.js';
import { createWakeUps } from './wake-ups.js';

/** One partner's share of a worker: what it has claimed, what is on its way, and when to look again. */
export interface Lane {
  /** Something may be due; urgent where somebody waits for it. */
  readonly nudge: (isUrgent: boolean) => void;
  /** Goes on where it can: `mayClaim` may have changed. */
  readonly advance: () => void;
  /** Claims no more and lets go what has not begun; resolves when nothing is on its way. */
  readonly stop: () => Promise<void>;
}

export interface LaneOptions {
  readonly partner: PartnerId;
  readonly partners: Pick<Partners, 'get' | 'headerValue'>;
  readonly bringForward: BringForward;
  readonly claimBatch: ClaimBatch;
  readonly breaker: LaneBreaker;
  readonly sendNotice: SendNotice;
  readonly turns: ClaimTurns;
  readonly clock: Pick<Clock, 'timer'>;
  /** The database's time, epoch ms. */
  readonly now: () => number;
  readonly logger: Logger;
  /** All lanes' together: what fails one fails all. */
  readonly claimFaults: FaultLog;
  readonly write: (outcome: Outcome) => void;
  /** False while nothing may be claimed: outcomes pile up, or the time is not known. */
  readonly mayClaim: () => boolean;
}

/** After a fault of our own (nothing was sent). */
const faultDelayMs = 5_000;
const queuedMs = 250;
const maxQueued = 1_000;

/** Claimed ahead of need: about a quarter of a second's work at this partner's pace, so that a slow one holds few leases. */
const queueLength = (concurrency: number, exchangeMs: number): number =>
  Math.min(maxQueued, Math.max(1, Math.ceil((concurrency * queuedMs) / Math.max(exchangeMs, 1))));

export const createLane = (options: LaneOptions): Lane => {
  const { partners, clock, now, logger, write, breaker } = options;
  const wakeUps = createWakeUps({ clock, now, wake: () => nudge(true) });
  const faultLog = (message: string): FaultLog =>
    createFaultLog({ log: logger.error, message, clock: { now } });
  const headerFaults = faultLog("a partner's header cannot be unsealed");
  const sendFaults = faultLog('a notice could not be sent');
  let queue: Claimed[] = [];
  let inFlight = 0;
  let concurrency = 1;
  let averageMs = queuedMs;
  let isHungry = false;
  let isUrgent = false;
  let isClaiming = false;
  let isStopped = false;
  let tellIdle: () => void = () => undefined;

  const room = (): number => concurrency + queueLength(concurrency, averageMs) - inFlight - queue.length;
  const isIdle = (): boolean => inFlight === 0 && !isClaiming;

  const finish = (outcome: Outcome): void => {
    write(outcome);
    const { st, due } = outcome.settlement;
    if (st === 'open') wakeUps.at(due);
  };

  const letGo = (): void => {
    const left = queue;
    queue = [];
    for (const { delivery } of left) write(putDown(delivery, 'open', now()));
  };

  /** What was claimed ahead is put down as soon as the breaker opens, not when everybody has heard of it. */
  const heed = async (claimed: Claimed, sent: Sent): Promise<void> => {
    const moved = breaker.note({ ...sent, isProbe: claimed.isProbe === true });
    if (moved === undefined) return;
    letGo();
    await moved;
    isHungry = true;
  };

  const send = async (claimed: Claimed): Promise<void> => {
    inFlight += 1;
    const sent = await options.sendNotice(claimed).catch((error: unknown): Sent => {
      sendFaults.failed(error, { delivery: claimed.delivery._id });
      return putDown(claimed.delivery, 'open', now() + faultDelayMs);
    });
    const { settlement, attempt } = sent;
    if (attempt !== undefined) averageMs += (attempt.durationMs - averageMs) / 8;
    finish(attempt === undefined ? { settlement } : { settlement, attempt });
    await heed(claimed, sent);
    inFlight -= 1;
    advance();
  };

  const canSend = (partner: PartnerDocument | undefined): partner is PartnerDocument => {
    if (!isRunnable(partner)) return false;
    try {
      partners.headerValue(partner);
      headerFaults.worked();
      return true;
    } catch (error) {
      headerFaults.failed(error, { partner: partner._id });
      return false;
    }
  };

  const take = async (partner: PartnerDocument, limit: number): Promise<readonly Claimed[]> => {
    if (limit <= 0 || isStopped) return [];
    const { ready, setAside, isFull } = await options.claimBatch(partner, limit);
    // A claim that found nothing has written nothing, and says nothing about a disk that is full.
    if (ready.length + setAside.length > 0) options.claimFaults.worked();
    for (const settlement of setAside) finish({ settlement });
    isHungry ||= isFull;
    return ready;
  };

  /** Only with something to send: a partner for whom nothing is due costs no write. */
  const probe = async (partner: PartnerDocument): Promise<void> => {
    if (inFlight >= concurrency) return;
    const [claimed] = await take(partner, 1);
    if (claimed === undefined) return;
    isHungry = true;
    const isWon = await breaker.takeProbe(partner);
    if (isWon && !isStopped) return void queue.push({ ...claimed, isProbe: true });
    finish(putDown(claimed.delivery, 'open', now()));
    if (isWon) await breaker.note({ isProbe: true });
  };

  const claimFor = async (partner: PartnerDocument): Promise<void> => {
    concurrency = partner.endpoint?.concurrency ?? 1;
    const gate = breaker.gate(partner);
    if (gate.kind !== 'clear') letGo();
    if (gate.kind === 'shut') wakeUps.at(gate.until);
    if (gate.kind === 'probe') await probe(partner);
    if (gate.kind !== 'clear') return;
    await options.bringForward(partner._id);
    const ready = await take(partner, room());
    queue.push(...ready);
    if (breaker.shutUntil() !== undefined) letGo();
  };

  const claim = async (): Promise<void> => {
    isHungry = false;
    isUrgent = false;
    try {
      const partner = await partners.get(options.partner);
      // Asked again after the wait: a store that was away comes back to outcomes that are late.
      if (!options.mayClaim()) isHungry = true;
      else if (!isStopped && canSend(partner)) await claimFor(partner);
    } catch (error) {
      // The next full pass asks again.
      options.claimFaults.failed(error, { partner: options.partner });
    }
    isClaiming = false;
    if (isStopped) letGo();
    advance();
  };

  const advance = (): void => {
    while (!isStopped && inFlight < concurrency) {
      const claimed = queue.shift();
      if (claimed === undefined) break;
      void send(claimed);
    }
    const hasRoom = room() >= Math.ceil(queueLength(concurrency, averageMs) / 2);
    if (isHungry && !isStopped && !isClaiming && hasRoom && options.mayClaim()) {
      isClaiming = true;
      options.turns.ask(claim, isUrgent);
    }
    if (isIdle()) tellIdle();
  };

  const nudge = (isUrgentNow: boolean): void => {
    const shutUntil = breaker.shutUntil();
    // A look at all partners asks again; whatever else there is to send waits for the breaker.
    if (isUrgentNow && shutUntil !== undefined) {
      wakeUps.at(shutUntil);
      return;
    }
    isHungry = true;
    isUrgent ||= isUrgentNow;
    advance();
  };

  return {
    nudge,
    advance,
    stop: async () => {
      isStopped = true;
      wakeUps.cancel();
      letGo();
      if (isIdle()) return;
      await new Promise<void>((resolve) => {
        tellIdle = resolve;
      });
    },
  };
};
