import type { Logger } from '../../base/logger.js';
import type { DeliveryDocument, DeliveryState } from '../deliveries/delivery.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import type { Claimed } from './claim.js';
import type { DispatchEvents } from './dispatch-events.js';
import { neededLeaseMs } from './dispatch-settings.js';
import {
  createExchangeNotice,
  type ExchangeNoticeOptions,
  type NoticeExchanged,
  type NoticeToSend,
  refusedForNow,
} from './exchange-notice.js';
import { noticeLine } from './notice-line.js';
import { noticeUrl } from './notice-request.js';
import type { Outcome } from './outcome-writer.js';
import { settleAttempt } from './settle-attempt.js';
import { type SignOfLife, signOfLife } from './sign-of-life.js';

export interface SendNoticeOptions extends ExchangeNoticeOptions {
  readonly partners: Pick<
    Partners,
    'get' | 'headerValue' | 'previousHeaderValue' | 'noteUnauthorised' | 'noteAccepted' | 'notePreviousUsed'
  >;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly events: Pick<DispatchEvents, 'onAttempt' | 'onOldHeader'>;
  /** False when `now` may be behind. */
  readonly isTimeSteady: () => boolean;
}

/** What is to be written, and what the exchange says of the partner; no partner where nothing was sent. */
export interface Sent extends Outcome {
  readonly partner?: PartnerDocument;
  readonly sign?: SignOfLife;
}

/** Sends one claimed notice if it still may be sent. */
export type SendNotice = (claimed: Claimed) => Promise<Sent>;

/** A delivery put down without an attempt. */
export const putDown = (delivery: DeliveryDocument, st: DeliveryState, at: number): Outcome => ({
  settlement: { delivery, st, due: at, at },
});

/** Notices of a partner that is off or paused wait. */
export const isRunnable = (partner: PartnerDocument | undefined): partner is PartnerDocument =>
  partner !== undefined &&
  partner.endpoint !== null &&
  partner.live !== null &&
  (partner.paused ?? null) === null;

export const createSendNotice = (options: SendNoticeOptions): SendNotice => {
  const { partners, logger, settings, events, now } = options;
  const neededMs = neededLeaseMs(settings);
  const exchange = createExchangeNotice(options);

  const orWarn = async (partner: PartnerDocument, update: () => Promise<void>): Promise<void> => {
    try {
      await update();
    } catch (error) {
      logger.warn({ err: error, partner: partner._id }, 'a partner could not be updated');
    }
  };

  /** A 401 to a header that an operator has changed meanwhile would strand the notice: it goes again under the new one. */
  const afterRefusal = async (partner: PartnerDocument, exchanged: NoticeExchanged) => {
    let isCounted = true;
    if (exchanged.decision.verdict === 'unauthorised')
      await orWarn(partner, async () => {
        isCounted = await partners.noteUnauthorised(partner);
      });
    return isCounted ? exchanged : { ...exchanged, decision: refusedForNow };
  };

  const tellPartners = (partner: PartnerDocument, { settlement, attempt }: Required<Outcome>) =>
    orWarn(partner, async () => {
      const { st } = settlement;
      if (st === 'delivered') await partners.noteAccepted(partner);
      if (attempt.header !== 'previous' || (st !== 'delivered' && st !== 'refused')) return;
      events.onOldHeader({ partner: partner._id, delivery: attempt.delivery });
      await partners.notePreviousUsed(partner);
    });

  const attempt = async (notice: NoticeToSend): Promise<Sent> => {
    const { delivery, partner } = notice;
    const exchanged = await afterRefusal(partner, await exchange(notice));
    const settled = settleAttempt({ delivery, ...exchanged, at: now(), chance: options.random() }, settings);
    const { attempt, settlement } = settled;
    logger.info(noticeLine(delivery, attempt, settlement.st), 'notice');
    events.onAttempt({ delivery, attempt, st: settlement.st });
    await tellPartners(partner, settled);
    const sign = signOfLife(exchanged.outcome, exchanged.decision);
    return { ...settled, partner, ...(sign === undefined ? {} : { sign }) };
  };

  return async ({ delivery, leaseEndsAt, isProbe = false }) => {
    const partner = await partners.get(delivery.partner);
    if (!isRunnable(partner) || partner.endpoint === null) return putDown(delivery, 'open', now());
    // Another worker may have opened it since this was claimed.
    if (!isProbe && partner.breaker.st !== 'closed') return putDown(delivery, 'open', now());
    const url = noticeUrl(partner.endpoint, delivery.kind);
    if (url === undefined) return putDown(delivery, 'skipped', now());
    // A worker that was asleep, or a queue that was slow, may hold a lease that an exchange would outlive.
    if (!options.isTimeSteady() || leaseEndsAt - now() < neededMs) return putDown(delivery, 'open', now());
    return attempt({ delivery, partner, url, leaseEndsAt });
  };
};
