import { collectionSpec } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { type Breaker, closedBreaker } from './breaker-state.js';

/** A partner and where it wants to be told; the header's values are stored encrypted. Instants are epoch ms. */
export interface PartnerDocument {
  readonly _id: PartnerId;
  readonly name: string;
  /** Raised by every save, rotation and resume; a late answer to an older header is told by it. */
  readonly rev: number;
  /** Who let notices go to this endpoint, and when; `null` while it is off and its notices wait. */
  readonly live: GoneLive | null;
  /** Set while notices wait: why the endpoint was paused. */
  readonly paused?: string | null;
  readonly pausedAt?: number | null;
  readonly unauthorisedInRow: number;
  readonly breaker: Breaker;
  readonly endpoint: PartnerEndpoint | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface GoneLive {
  readonly at: number;
  /** `self-test`, `upgrade` (it was there before there was a test), or the operator who overrode it. */
  readonly by: string;
}

export interface PartnerEndpoint {
  readonly authHeaderKey: string;
  readonly authHeaderValueSealed: string;
  /** The value before, while a rotation keeps it alive. */
  readonly previous: PreviousHeader | null;
  readonly baseApiUrl: string;
  readonly createPath: string | null;
  readonly cancelPath: string | null;
  /** Exchanges of one worker with this partner at one time. */
  readonly concurrency: number;
}

export interface PreviousHeader {
  readonly authHeaderValueSealed: string;
  readonly until: number;
  /** Notices that were accepted with it since the rotation. */
  readonly uses: number;
  readonly lastUsedAt: number | null;
}

/** All partners are read at once: there are few of them, and a stopped one must cost nothing. */
export const partnerCollection = collectionSpec<PartnerDocument>({ name: 'partners', indexes: [] });

/** What a partner begins with, beside its names and endpoint. */
export const newPartner = {
  rev: 1,
  live: null,
  paused: null,
  unauthorisedInRow: 0,
  breaker: closedBreaker,
} as const satisfies Partial<PartnerDocument>;

/** A partner as it may be shown: everything but the header's values. */
export interface Partner extends Omit<PartnerDocument, 'endpoint'> {
  readonly endpoint: ShownEndpoint | null;
}

export interface ShownEndpoint extends Omit<PartnerEndpoint, 'authHeaderValueSealed' | 'previous'> {
  readonly previous: Omit<PreviousHeader, 'authHeaderValueSealed'> | null;
}

/** As an operator gives it; on a change, what is left out stays as it was. */
export interface PartnerInput {
  readonly id: string;
  /** For people; the id where a new partner is given none. */
  readonly name?: string;
  readonly auth_header_key?: string;
  readonly auth_header_value?: string;
  readonly base_api_url?: string;
  readonly create_booking_endpoint?: string;
  readonly cancel_booking_endpoint?: string;
  readonly concurrency?: number;
}
