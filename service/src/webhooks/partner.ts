import type { PartnerId } from '../base/ids.js';

/** A partner and where it wants to be told; the header's value is stored encrypted. */
export interface PartnerDocument {
  readonly _id: PartnerId;
  readonly name: string;
  readonly rev: number;
  /** Set while notices wait: why the endpoint was paused. */
  readonly paused?: string | null;
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

/** As an operator gives it. */
export interface PartnerInput {
  readonly id: string;
  readonly name: string;
  readonly auth_header_key?: string;
  readonly auth_header_value?: string;
  readonly base_api_url?: string;
  readonly create_booking_endpoint?: string;
  readonly cancel_booking_endpoint?: string;
}
