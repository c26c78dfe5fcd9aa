import type { OutboundOutcome, Post } from '../../outbound/outbound.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';
import { type Decision, decide } from './answer-rule.js';
import type { Claimed } from './claim.js';
import type { DispatchSettings } from './dispatch-settings.js';
import { createHeaderChoice, type HeaderValue } from './header-choice.js';
import { nextHeaderValue, type RefusedValue } from './next-header-value.js';
import { noticeRequest } from './notice-request.js';
import type { FindNoticeWay } from './notice-way.js';
import { withoutSecrets } from './without-secrets.js';

export interface NoticeToSend extends Claimed {
  readonly partner: PartnerDocument;
  readonly url: string;
}

/** How sending a notice ended: after one exchange, or after more where the partner refused the header. */
export interface NoticeExchanged {
  /** Of the last exchange, without our secrets; `durationMs` of all together. */
  readonly outcome: OutboundOutcome;
  readonly decision: Decision;
  /** The value that the last exchange was made with. */
  readonly header: HeaderValue['which'];
  /** As it was when the last exchange began. */
  readonly partner: PartnerDocument;
}

export interface ExchangeNoticeOptions {
  readonly partners: Pick<Partners, 'reread' | 'headerValue' | 'previousHeaderValue'>;
  readonly post: Post;
  readonly settings: DispatchSettings;
  /** The database's time, epoch ms. */
  readonly now: () => number;
}

export type ExchangeNotice = (notice: NoticeToSend) => Promise<NoticeExchanged>;

interface Round {
  readonly notice: NoticeToSend;
  readonly alive: readonly HeaderValue[];
  readonly value: HeaderValue;
}

/** Another value may be alive that this notice was not sent with: refused, it is not refused for good. */
export const refusedForNow: Decision = { verdict: 'retry', reason: 'unauthorised', isContractFault: false };
/** There is another value to try, and no way to try it under this claim. */
const onceMore: Decision = { ...refusedForNow, isDueAtOnce: true };

/** Sends a notice with the header value that the partner most likely takes; a 401 counts when no other value is left to try. */
export const createExchangeNotice = (
  options: ExchangeNoticeOptions,
  findWay: FindNoticeWay,
): ExchangeNotice => {
  const { partners, post, settings, now } = options;
  const choice = createHeaderChoice({ partners, now });

  const send = async ({ notice, value: { which, value } }: Round): Promise<NoticeExchanged> => {
    const { delivery, partner, url } = notice;
    const header = { name: partner.endpoint?.authHeaderKey ?? '', value };
    const outcome = await post(noticeRequest({ delivery, url, header, settings }));
    const decision = decide(outcome, now());
    if (outcome.kind === 'answered' && decision.verdict !== 'unauthorised') choice.prefer(partner, which);
    return { outcome, decision, header: which, partner };
  };

  /** `undefined` where the 401 counts. Read afresh: a partner may switch the moment that its rotation is stored. */
  const nextRound = async (
    notice: NoticeToSend,
    refused: readonly RefusedValue[],
  ): Promise<Round | Decision | undefined> => {
    const partner = await partners.reread(notice.partner._id);
    if (partner === undefined) return refusedForNow;
    const alive = choice.of(partner);
    const value = nextHeaderValue({ alive, rev: partner.rev, refused });
    if (value === undefined) return undefined;
    const way = findWay(notice, partner, notice.partner);
    if (way.kind === 'open') return { notice: { ...notice, ...way }, alive, value };
    choice.prefer(partner, value.which);
    return onceMore;
  };

  const exchange = async (round: Round, before: readonly RefusedValue[]): Promise<NoticeExchanged> => {
    const sent = await send(round);
    const refused = [...before, { value: round.value.value, rev: round.notice.partner.rev }];
    const outcome = withoutSecrets(
      sent.outcome,
      [...refused, ...round.alive].map(({ value }) => value),
    );
    const ended = { ...sent, outcome };
    if (ended.decision.verdict !== 'unauthorised') return ended;
    // Where the partner cannot be read, or its value not unsealed, nothing is final.
    const next = await nextRound(round.notice, refused).catch(() => refusedForNow);
    if (next === undefined) return ended;
    if ('verdict' in next) return { ...ended, decision: next };
    const last = await exchange(next, refused);
    const durationMs = outcome.durationMs + last.outcome.durationMs;
    return { ...last, outcome: { ...last.outcome, durationMs } };
  };

  return (notice) => {
    const alive = choice.of(notice.partner);
    return exchange({ notice, alive, value: alive[0] }, []);
  };
};
