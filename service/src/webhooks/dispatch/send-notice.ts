import type { Logger } from '../../base/logger.js';
import type { OutboundOutcome, Post } from '../../outbound/outbound.js';
import type { DeliveryDocument, DeliveryState } from '../deliveries/delivery.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import { decide } from './answer-rule.js';
import type { Claimed } from './claim.js';
import type { DispatchEvents } from './dispatch-events.js';
import { type DispatchSettings, neededLeaseMs } from './dispatch-settings.js';
import { noticeRequest, noticeUrl } from './notice-request.js';
import type { Outcome } from './outcome-writer.js';
import { settleAttempt } from './settle-attempt.js';
import { type SignOfLife, signOfLife } from './sign-of-life.js';

export interface SendNoticeOptions {
  readonly partners: Pick<Partners, 'get' | 'headerValue' | 'noteUnauthorised' | 'noteAccepted'>;
  readonly post: Post;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly settings: DispatchSettings;
  readonly events: Pick<DispatchEvents, 'onAttempt'>;
  /** The database's time, epoch ms. */
  readonly now: () => number;
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

/** A partner's answer may repeat the header it was sent; what is kept of it is shown to operators. */
const withoutSecret = (outcome: OutboundOutcome, secret: string): OutboundOutcome => {
  if (outcome.kind === 'failed') return outcome;
  const written = JSON.stringify(secret).slice(1, -1);
  return { ...outcome, body: outcome.body.replaceAll(secret, '[secret]').replaceAll(written, '[secret]') };
};

export const createSendNotice = (options: SendNoticeOptions): SendNotice => {
  const { partners, post, logger, settings, now } = options;
  const neededMs = neededLeaseMs(settings);

  const tellPartners = async (partner: PartnerDocument, verdict: string): Promise<void> => {
    try {
      if (verdict === 'unauthorised') await partners.noteUnauthorised(partner);
      if (verdict === 'delivered') await partners.noteAccepted(partner);
    } catch (error) {
      logger.warn({ err: error, partner: partner._id }, 'a partner could not be updated');
    }
  };

  const attempt = async (
    delivery: DeliveryDocument,
    partner: PartnerDocument,
    url: string,
  ): Promise<Sent> => {
    const header = { name: partner.endpoint?.authHeaderKey ?? '', value: partners.headerValue(partner) };
    const outcome = await post(noticeRequest({ delivery, url, header, settings }));
    const at = now();
    const decision = decide(outcome, at);
    const shown = withoutSecret(outcome, header.value);
    const settled = settleAttempt(
      { delivery, outcome: shown, decision, at, chance: options.random() },
      settings,
    );
    const { attempt, settlement } = settled;
    logger.info({ ...attempt, bodyExcerpt: undefined, st: settlement.st }, 'notice');
    options.events.onAttempt({ delivery, attempt, st: settlement.st });
    await tellPartners(partner, decision.verdict);
    const sign = signOfLife(outcome, decision);
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
    if (leaseEndsAt - now() < neededMs) return putDown(delivery, 'open', now());
    return attempt(delivery, partner, url);
  };
};
