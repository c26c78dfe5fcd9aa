import type { OutboundOutcome, Post } from '../../outbound/outbound.js';
import type { DeliveryDocument } from '../deliveries/delivery.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import { type Decision, decide } from './answer-rule.js';
import { type DispatchSettings, neededLeaseMs } from './dispatch-settings.js';
import { createHeaderChoice, type HeaderValue } from './header-choice.js';
import { noticeRequest } from './notice-request.js';
import { withoutSecrets } from './without-secrets.js';

export interface NoticeToSend {
  readonly delivery: DeliveryDocument;
  readonly partner: PartnerDocument;
  readonly url: string;
  readonly leaseEndsAt: number;
}

/** How sending a notice ended: after one exchange, or after two where the partner refused the first header value. */
export interface NoticeExchanged {
  /** Of the last exchange, without our secrets; `durationMs` of both together. */
  readonly outcome: OutboundOutcome;
  readonly decision: Decision;
  /** The value that the last exchange was made with. */
  readonly header: HeaderValue['which'];
}

export interface ExchangeNoticeOptions {
  readonly partners: Pick<Partners, 'get' | 'headerValue' | 'previousHeaderValue'>;
  readonly post: Post;
  readonly settings: DispatchSettings;
  /** The database's time, epoch ms. */
  readonly now: () => number;
}

export type ExchangeNotice = (notice: NoticeToSend) => Promise<NoticeExchanged>;

/** Another value is alive that this notice was not sent with: refused, it is not refused for good. */
export const refusedForNow: Decision = { verdict: 'retry', reason: 'unauthorised', isContractFault: false };

/** Sends a notice with the header value that the partner most likely takes, and with the other one where it answers 401. */
export const createExchangeNotice = (options: ExchangeNoticeOptions): ExchangeNotice => {
  const { partners, post, settings, now } = options;
  const choice = createHeaderChoice({ partners, now });
  const neededMs = neededLeaseMs(settings);

  const send = async (notice: NoticeToSend, { which, value }: HeaderValue): Promise<NoticeExchanged> => {
    const { delivery, partner, url } = notice;
    const header = { name: partner.endpoint?.authHeaderKey ?? '', value };
    const outcome = await post(noticeRequest({ delivery, url, header, settings }));
    const decision = decide(outcome, now());
    if (outcome.kind === 'answered' && decision.verdict !== 'unauthorised') choice.prefer(partner, which);
    return { outcome, decision, header: which };
  };

  /** Asked again: an operator may have ended it meanwhile. */
  const isStillAlive = async ({ partner }: NoticeToSend, value: string): Promise<boolean> => {
    const known = await partners.get(partner._id).catch(() => partner);
    try {
      return known !== undefined && choice.of(known).some((alive) => alive.value === value);
    } catch {
      // Sealed with another key meanwhile. A fault here would undo the attempt that was just made.
      return false;
    }
  };

  const exchange = async (notice: NoticeToSend, values: readonly [HeaderValue, ...HeaderValue[]]) => {
    const [first, second] = values;
    const refused = await send(notice, first);
    if (refused.decision.verdict !== 'unauthorised' || second === undefined) return refused;
    if (!(await isStillAlive(notice, second.value))) return refused;
    // The lease does not last for another exchange.
    if (notice.leaseEndsAt - now() < neededMs) {
      choice.prefer(notice.partner, second.which);
      return { ...refused, decision: refusedForNow };
    }
    const ended = await send(notice, second);
    const durationMs = refused.outcome.durationMs + ended.outcome.durationMs;
    return { ...ended, outcome: { ...ended.outcome, durationMs } };
  };

  return async (notice) => {
    const values = choice.of(notice.partner);
    const ended = await exchange(notice, values);
    const outcome = withoutSecrets(
      ended.outcome,
      values.map(({ value }) => value),
    );
    return { ...ended, outcome };
  };
};
