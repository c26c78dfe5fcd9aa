import type { PartnerId } from '../../../base/ids.js';
import type { PartnerBacklog } from '../../../webhooks/deliveries/backlog.js';
import type { Partner } from '../../../webhooks/partners/partner.js';
import { partnerState } from '../../../webhooks/partners/partner-state.js';
import type { SelfTestDocument } from '../../../webhooks/self-test/self-test-report.js';
import { instantText } from '../instant-text.js';
import { showBacklog } from '../show-backlog.js';
import { nextStep } from './next-step.js';

type Shown = Readonly<Record<string, unknown>>;

export interface ShowPartnerOptions {
  readonly lastTestOf: (partner: PartnerId) => Promise<SelfTestDocument | undefined>;
  readonly backlogOf: (partner: PartnerId) => Promise<PartnerBacklog>;
  readonly now: () => number;
}

/** A partner as operators see it, with what stands between it and its notices, and what waits. */
export type ShowPartner = (partner: Partner) => Promise<Shown>;

const showEndpoint = (endpoint: Partner['endpoint']): Shown => ({
  base_api_url: endpoint?.baseApiUrl ?? null,
  create_booking_endpoint: endpoint?.createPath ?? null,
  cancel_booking_endpoint: endpoint?.cancelPath ?? null,
  auth_header_key: endpoint?.authHeaderKey ?? null,
  concurrency: endpoint?.concurrency ?? null,
});

/** `null` where no rotation was made since; one that has ended still tells how often the old value was needed. */
const showPrevious = (endpoint: Partner['endpoint'], now: number): Shown | null => {
  const previous = endpoint?.previous ?? null;
  if (previous === null) return null;
  const { until, uses, lastUsedAt } = previous;
  return {
    until: instantText(until),
    is_alive: now < until,
    uses,
    last_used_at: instantText(lastUsedAt),
  };
};

const showLastTest = (report: SelfTestDocument | undefined): Shown | null =>
  report === undefined
    ? null
    : { number: report.number, state: report.st, ended_at: instantText(report.endedAt) };

export const createShowPartner =
  ({ backlogOf, lastTestOf, now }: ShowPartnerOptions): ShowPartner =>
  async (partner) => {
    const { _id, name, live, paused, pausedAt, unauthorisedInRow, breaker, endpoint } = partner;
    const at = now();
    return {
      id: _id,
      name,
      state: partnerState(partner),
      ...showEndpoint(endpoint),
      live: live === null ? null : { at: instantText(live.at), by: live.by },
      paused: paused ?? null,
      paused_at: instantText(pausedAt),
      unauthorised_in_row: unauthorisedInRow,
      previous_header: showPrevious(endpoint, at),
      breaker: { state: breaker.st, until: instantText(breaker.until), reason: breaker.reason },
      backlog: showBacklog(await backlogOf(_id), at),
      last_test: showLastTest(await lastTestOf(_id)),
      next_step: nextStep(partner, at),
      created_at: instantText(partner.createdAt),
      updated_at: instantText(partner.updatedAt),
    };
  };
