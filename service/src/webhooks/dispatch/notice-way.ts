import type { PartnerDocument } from '../partners/partner.js';
import type { Claimed } from './claim.js';
import { type DispatchSettings, neededLeaseMs } from './dispatch-settings.js';
import { isRunnable } from './is-runnable.js';
import { noticeUrl } from './notice-request.js';

/** What becomes of a claimed notice, its partner being as it is. */
export type NoticeWay =
  | { readonly kind: 'open'; readonly partner: PartnerDocument; readonly url: string }
  /** It goes back, and is claimed again when it may be sent. */
  | { readonly kind: 'shut' }
  /** The partner takes no notices of its kind. */
  | { readonly kind: 'unwanted' };

export interface NoticeWayOptions {
  readonly settings: DispatchSettings;
  /** The database's time, epoch ms. */
  readonly now: () => number;
  /** False when `now` may be behind. */
  readonly isTimeSteady: () => boolean;
  /** What has not begun when the worker is asked to stop does not begin. */
  readonly isStopping: () => boolean;
}

/** Asked right before each exchange; `before` is the partner as it was at the notice's last one, if there was one. */
export type FindNoticeWay = (
  claimed: Claimed,
  partner: PartnerDocument | undefined,
  before?: PartnerDocument,
) => NoticeWay;

/** A probe goes on under the right that it began with; without one nothing goes while the breaker is not closed. */
const isLetThrough = (
  { isProbe = false }: Claimed,
  { breaker }: PartnerDocument,
  before: PartnerDocument | undefined,
): boolean =>
  breaker.st === 'closed' || (isProbe && (before === undefined || before.breaker.rev === breaker.rev));

export const createNoticeWay = (options: NoticeWayOptions): FindNoticeWay => {
  const { now } = options;
  const neededMs = neededLeaseMs(options.settings);
  const shut: NoticeWay = { kind: 'shut' };

  return (claimed, partner, before) => {
    if (options.isStopping() || !isRunnable(partner) || partner.endpoint === null) return shut;
    // Another worker may have opened it since this was claimed, or since the exchange before began.
    if (!isLetThrough(claimed, partner, before)) return shut;
    const url = noticeUrl(partner.endpoint, claimed.delivery.kind);
    if (url === undefined) return { kind: 'unwanted' };
    // A worker that was asleep, or a queue that was slow, may hold a lease that an exchange would outlive.
    if (!options.isTimeSteady() || claimed.leaseEndsAt - now() < neededMs) return shut;
    return { kind: 'open', partner, url };
  };
};
