import type { Partner } from '../../webhooks/partners/partner.js';
import { type PartnerState, partnerState } from '../../webhooks/partners/partner-state.js';
import { instantText } from './instant-text.js';

type Shown = Readonly<Record<string, unknown>>;

/** What an operator may do next; `null` where notices go. */
const nextStep = (id: string, state: PartnerState): string | null => {
  if (state === 'none') return `say where its notices go: parking-service partners set ${id} --help`;
  if (state === 'off')
    return `its notices wait until it has passed its test: parking-service partners test ${id} (or, untested: partners override ${id} --by NAME)`;
  if (state === 'paused') return `its notices wait until you say: parking-service partners resume ${id}`;
  return null;
};

const showPrevious = (previous: NonNullable<Partner['endpoint']>['previous']): Shown | null =>
  previous === null
    ? null
    : {
        until: instantText(previous.until),
        uses: previous.uses,
        last_used_at: instantText(previous.lastUsedAt),
      };

/** A partner as operators see it, with what stands between it and its notices. */
export const showPartner = (partner: Partner): Shown => {
  const { _id, name, live, paused, pausedAt, unauthorisedInRow, breaker, endpoint } = partner;
  const state = partnerState(partner);
  return {
    id: _id,
    name,
    state,
    base_api_url: endpoint?.baseApiUrl ?? null,
    create_booking_endpoint: endpoint?.createPath ?? null,
    cancel_booking_endpoint: endpoint?.cancelPath ?? null,
    auth_header_key: endpoint?.authHeaderKey ?? null,
    concurrency: endpoint?.concurrency ?? null,
    live: live === null ? null : { at: instantText(live.at), by: live.by },
    paused: paused ?? null,
    paused_at: instantText(pausedAt),
    unauthorised_in_row: unauthorisedInRow,
    previous_header: showPrevious(endpoint?.previous ?? null),
    breaker: { state: breaker.st, until: instantText(breaker.until), reason: breaker.reason },
    next_step: nextStep(_id, state),
    created_at: instantText(partner.createdAt),
    updated_at: instantText(partner.updatedAt),
  };
};
