import type { Logger } from '../../base/logger.js';
import type { DeliveryDocument, DeliveryState } from '../deliveries/delivery.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import type { Claimed } from './claim.js';
import type { DispatchEvents } from './dispatch-events.js';
import {
  createExchangeNotice,
  type ExchangeNoticeOptions,
  type NoticeExchanged,
  type NoticeToSend,
  refusedForNow,
} from './exchange-notice.js';
import { noticeLine } from './notice-line.js';
import { createNoticeWay, type NoticeWayOptions } from './notice-way.js';
import type { Outcome } from './outcome-writer.js';
import { settleAttempt } from './settle-attempt.js';
import { type SignOfLife, signOfLife } from './sign-of-life.js';

export interface SendNoticeOptions extends ExchangeNoticeOptions, NoticeWayOptions {
  readonly partners: Pick<
    Partners,
    keyof ExchangeNoticeOptions['partners'] | 'get' | 'noteUnauthorised' | 'noteAccepted' | 'notePreviousUsed'
  >;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly events: Pick<DispatchEvents, 'onAttempt' | 'onOldHeader'>;
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

export const createSendNotice = (options: SendNoticeOptions): SendNotice => {
  const { partners, logger, settings, events, now } = options;
  const findWay = createNoticeWay(options);
  const exchange = createExchangeNotice(options, findWay);

  const orWarn = async (partner: PartnerDocument, update: () => Promise<void>): Promise<void> => {
    try {
      await update();
    } catch (error) {
      logger.warn({ err: error, partner: partner._id }, 'a partner could not be updated');
    }
  };

  /** A 401 to a header that an operator has changed meanwhile would strand the notice: it goes again under the new one. */
  const afterRefusal = async (exchanged: NoticeExchanged): Promise<NoticeExchanged> => {
    const { partner, decision } = exchanged;
    let isCounted = true;
    if (decision.verdict === 'unauthorised')
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
    const { delivery } = notice;
    const answered = await exchange(notice);
    // Before anything is written: a store that is slow must not make the answer later.
    const at = now();
    const { partner, ...exchanged } = await afterRefusal(answered);
    const settled = settleAttempt({ delivery, ...exchanged, at, chance: options.random() }, settings);
    const { attempt, settlement } = settled;
    logger.info(noticeLine(delivery, attempt, settlement.st), 'notice');
    events.onAttempt({ delivery, attempt, st: settlement.st });
    await tellPartners(partner, settled);
    const sign = signOfLife(exchanged.outcome, exchanged.decision);
    return { ...settled, partner, ...(sign === undefined ? {} : { sign }) };
  };

  return async (claimed) => {
    const { delivery } = claimed;
    const way = findWay(claimed, await partners.get(delivery.partner));
    if (way.kind === 'open') return attempt({ ...claimed, ...way });
    return putDown(delivery, way.kind === 'shut' ? 'open' : 'skipped', now());
  };
};
