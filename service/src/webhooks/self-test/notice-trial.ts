import type { Clock } from '../../base/clock.js';
import type { BookingId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';
import type { OutboundOutcome, OutboundRequest, Post } from '../../outbound/outbound.js';
import { deliveryId } from '../deliveries/delivery.js';
import { decide } from '../dispatch/answer-rule.js';
import { noticeRequest, noticeUrl } from '../dispatch/notice-request.js';
import { withoutSecrets } from '../dispatch/without-secrets.js';
import type { PartnerEndpoint } from '../partners/partner.js';
import type { ExchangeReport, TrialHeader } from './self-test-report.js';
import { isPutOff } from './trial-answer.js';

export interface TrialNotice {
  readonly kind: NoticeKind;
  readonly booking: BookingId;
}

/** Sends notices as the dispatcher does, to be judged rather than delivered. */
export interface NoticeTrial {
  readonly send: (notice: TrialNotice, header?: TrialHeader) => Promise<ExchangeReport>;
  /** Sends it until it is put off no longer, a bounded number of times; nothing when the test's time is over. */
  readonly settle: (notice: TrialNotice) => Promise<readonly ExchangeReport[]>;
  /** Every exchange so far. */
  readonly exchanges: () => readonly ExchangeReport[];
}

export interface NoticeTrialOptions {
  readonly endpoint: PartnerEndpoint;
  readonly headerValue: string;
  /** Is nobody's value. */
  readonly wrongValue: string;
  readonly post: Post;
  /** Real time. */
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** For one exchange; longer than notices have, so that a late answer is seen to be late, ms. */
  readonly patienceMs: number;
  readonly maxBodyBytes: number;
  /** When the whole test's time is over, by `clock`. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}

/** Between two sendings of a notice that is put off: the real schedule begins with 5 s. */
const pausesMs = [200, 500, 1_000, 2_000, 4_000, 5_000] as const;
const maxAskedMs = 5_000;
const excerptLength = 200;

const excerptOf = (outcome: OutboundOutcome): string =>
  outcome.kind === 'failed' ? outcome.detail : outcome.body.slice(0, excerptLength);

const without = (request: OutboundRequest, name: string): OutboundRequest => {
  const { [name]: _, ...headers } = request.headers;
  return { ...request, headers };
};

export const createNoticeTrial = (options: NoticeTrialOptions): NoticeTrial => {
  const { endpoint, clock, endsAt } = options;
  const values = { right: options.headerValue, wrong: options.wrongValue, missing: options.wrongValue };
  const sent = new Map<string, number>();
  const exchanges: ExchangeReport[] = [];

  const requestOf = ({ kind, booking }: TrialNotice, header: TrialHeader): OutboundRequest => {
    const _id = deliveryId(booking, kind);
    const n = (sent.get(_id) ?? 0) + 1;
    sent.set(_id, n);
    const request = noticeRequest({
      delivery: { _id, kind, booking, n },
      url: noticeUrl(endpoint, kind) ?? '',
      header: { name: endpoint.authHeaderKey, value: values[header] },
      settings: {
        exchangeMs: Math.max(1, Math.min(options.patienceMs, endsAt - clock.now())),
        maxBodyBytes: options.maxBodyBytes,
      },
    });
    return header === 'missing' ? without(request, endpoint.authHeaderKey) : request;
  };

  const exchange = async (
    notice: TrialNotice,
    header: TrialHeader,
  ): Promise<readonly [ExchangeReport, retryAfterMs: number]> => {
    const outcome = await options.post(requestOf(notice, header));
    const now = clock.now();
    const { reason, retryAfterMs = 0 } = decide(outcome, now);
    const report: ExchangeReport = {
      at: now - outcome.durationMs,
      ...notice,
      header,
      status: outcome.kind === 'answered' ? outcome.status : null,
      reason,
      durationMs: outcome.durationMs,
      excerpt: excerptOf(withoutSecrets(outcome, [options.headerValue])),
    };
    exchanges.push(report);
    return [report, retryAfterMs];
  };

  const isOver = (): boolean => options.signal.aborted || clock.now() >= endsAt;

  return {
    send: async (notice, header = 'right') => (await exchange(notice, header))[0],
    settle: async (notice) => {
      const answers: ExchangeReport[] = [];
      for (const pauseMs of pausesMs) {
        if (isOver()) break;
        const [answer, askedMs] = await exchange(notice, 'right');
        answers.push(answer);
        if (!isPutOff(answer)) break;
        await clock.sleep(Math.max(pauseMs, Math.min(askedMs, maxAskedMs)), options.signal);
      }
      return answers;
    },
    exchanges: () => exchanges,
  };
};
