import { collectionSpec } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';

/** A partner and where it wants to be told; the header's value is stored encrypted. */
export interface PartnerDocument {
  readonly _id: PartnerId;
  readonly name: string;
  /** Raised by every save and resume; a late answer to an older header is told by it. */
  readonly rev: number;
  /** Set while notices wait: why the endpoint was paused. */
  readonly paused?: string | null;
  readonly pausedAt?: number | null;
  readonly unauthorisedInRow: number;
  readonly endpoint: PartnerEndpoint | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PartnerEndpoint {
  readonly authHeaderKey: string;
  readonly authHeaderValueSealed: string;
  readonly baseApiUrl: string;
  readonly createPath: string | null;
  readonly cancelPath: string | null;
  /** Exchanges with this partner at one time. */
  readonly concurrency: number;
}

/** All partners are read at once: there are few of them, and a stopped one must cost nothing. */
export const partnerCollection = collectionSpec<PartnerDocument>({ name: 'partners', indexes: [] });

/** A partner as it may be shown: everything but the header's value. */
export interface Partner extends Omit<PartnerDocument, 'endpoint'> {
  readonly endpoint: Omit<PartnerEndpoint, 'authHeaderValueSealed'> | null;
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
