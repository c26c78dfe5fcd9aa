import type { Logger } from '../../base/logger.js';
import type { Breaker } from '../partners/breaker-state.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import {
  type BreakerMove,
  type BreakerSettings,
  failuresInRow,
  type Gate,
  gateOf,
  moveAfterProbe,
  movedBreaker,
  moveWhileClosed,
} from './breaker-rule.js';
import type { DispatchEvents } from './dispatch-events.js';
import type { SignOfLife } from './sign-of-life.js';

/** An exchange that has ended. */
export interface Noted {
  /** The partner as it was when the exchange began; none where nothing was sent. */
  readonly partner?: PartnerDocument;
  readonly sign?: SignOfLife;
  readonly isProbe: boolean;
}

/** One partner's breaker as one worker sees it: its own count, and the shared state as last read. */
export interface LaneBreaker {
  /** What that state of the partner lets through now. */
  readonly gate: (partner: PartnerDocument) => Gate;
  /** Until when nothing may be sent as far as is known here; `undefined` while something may. */
  readonly shutUntil: () => number | undefined;
  /** Wins the one probe; false where another worker has. */
  readonly takeProbe: (partner: PartnerDocument) => Promise<boolean>;
  /** Counts an exchange; a promise where the shared state is to be moved, which settles when that is done or has failed. */
  readonly note: (noted: Noted) => Promise<void> | undefined;
}

export interface LaneBreakerOptions {
  readonly partners: Pick<Partners, 'moveBreaker'>;
  readonly settings: BreakerSettings;
  /** The database's time, epoch ms. */
  readonly now: () => number;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly events: Pick<DispatchEvents, 'onBreaker'>;
}

const whatNext: Readonly<Record<Breaker['st'], string>> = {
  closed: 'breaker closed: the partner answers again, and its notices go on',
  half_open: 'breaker half open: one notice tries whether the partner answers again',
  open: 'breaker open: notices to this partner wait and lose no attempt; one of them will try it by itself when that is over, or at once after `partners close-breaker`',
};

/** While a move is being written, or after one that failed. */
const lookAgainMs = 500;

export const createLaneBreaker = (options: LaneBreakerOptions): LaneBreaker => {
  const { settings, now, logger } = options;
  let counted = { rev: -1, inRow: 0 };
  let seen = { rev: -1, at: 0 };
  let shut: number | undefined;
  let moving = 0;
  /** The state under which this worker sends its probe. */
  let probing: PartnerDocument | undefined;

  const see = (partner: PartnerDocument): Gate => {
    const { breaker } = partner;
    const at = now();
    // A clock set back must not make the wait longer than the longest there is.
    seen = breaker.rev === seen.rev ? { ...seen, at: Math.min(seen.at, at) } : { rev: breaker.rev, at };
    const found = gateOf(breaker, { seenAt: seen.at, now: at }, settings);
    shut = found.kind === 'shut' ? found.until : undefined;
    return found;
  };

  const tell = (partner: PartnerDocument, next: Breaker): void => {
    const { st, until, failures, reason } = next;
    const line = { partner: partner._id, breaker: st, until, openings: failures, reason };
    if (st === 'open') logger.warn(line, whatNext[st]);
    else logger.info(line, whatNext[st]);
    options.events.onBreaker({ partner: partner._id, from: partner.breaker, to: next });
  };

  const move = async (partner: PartnerDocument, wanted: BreakerMove): Promise<Breaker | undefined> => {
    const next = movedBreaker(partner.breaker, wanted, { now: now(), chance: options.random(), settings });
    moving += 1;
    try {
      if (!(await options.partners.moveBreaker(partner, next))) return undefined;
      tell(partner, next);
      see({ ...partner, breaker: next });
      return next;
    } finally {
      moving -= 1;
    }
  };

  const moveOrWarn = async (partner: PartnerDocument, wanted: BreakerMove): Promise<Breaker | undefined> => {
    try {
      return await move(partner, wanted);
    } catch (error) {
      // Whatever was written, it is read again; a right to probe that nobody uses ends by itself.
      logger.warn({ err: error, partner: partner._id }, 'a breaker could not be moved');
      shut = now() + lookAgainMs;
      return undefined;
    }
  };

  const noteProbe = (sign: SignOfLife | undefined): Promise<void> | undefined => {
    const partner = probing;
    probing = undefined;
    return partner && moveOrWarn(partner, moveAfterProbe(sign)).then(() => undefined);
  };

  return {
    gate: (partner) => (moving > 0 ? { kind: 'shut', until: now() + lookAgainMs } : see(partner)),
    shutUntil: () => {
      if (moving > 0) return now() + lookAgainMs;
      return shut !== undefined && now() < shut ? shut : undefined;
    },
    takeProbe: async (partner) => {
      const next = await moveOrWarn(partner, { kind: 'probe' });
      probing = next === undefined ? undefined : { ...partner, breaker: next };
      return next !== undefined;
    },
    note: ({ partner, sign, isProbe }) => {
      if (isProbe) return noteProbe(sign);
      if (partner === undefined || sign === undefined) return undefined;
      const { rev, st } = partner.breaker;
      // An answer from before the breaker last moved says nothing about now.
      if (rev < counted.rev || rev < seen.rev || st !== 'closed') return undefined;
      counted = { rev, inRow: failuresInRow(rev === counted.rev ? counted.inRow : 0, sign) };
      const wanted = moving > 0 ? undefined : moveWhileClosed(sign, counted.inRow, settings);
      return wanted && moveOrWarn(partner, wanted).then(() => undefined);
    },
  };
};
