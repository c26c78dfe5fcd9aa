import type { Scalars } from '../scenarios/scenario.js';

export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
  readonly scope?: string;
}

export interface UserCredentials {
  readonly email: string;
  readonly password: string;
}

/** A request of the profile's owner: registers the receiver, cancels a booking, moves a clock. */
export interface RequestTemplate {
  readonly method: string;
  readonly url?: string;
  readonly path?: string;
  readonly query?: Scalars;
  readonly form?: Scalars;
  readonly json?: unknown;
  readonly headers?: Scalars;
  readonly auth?: 'none' | 'partner' | 'client' | 'user';
}

export interface NoticeHeader {
  readonly name: string;
  readonly value: string;
}

export interface SearchProfile {
  readonly q?: string;
  readonly near?: readonly [number, number];
  readonly miles?: number;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly days_ahead?: number;
  readonly hours?: number;
  readonly query?: Scalars;
}

export interface ReceiverProfile {
  readonly url: string;
  readonly header: NoticeHeader;
  readonly create_path?: string;
  readonly cancel_path?: string;
  readonly booking_ids?: 'made-up' | 'book' | readonly number[];
  readonly effects_url?: string;
  readonly effects_wait_s?: number;
  readonly effects_settle_s?: number;
  readonly trouble?: RequestTemplate;
}

export interface SenderProfile {
  readonly listen?: string;
  readonly public_url?: string;
  readonly header: NoticeHeader;
  readonly create_path?: string;
  readonly cancel_path?: string;
  readonly setup?: readonly RequestTemplate[];
  readonly first_notice_wait_s?: number;
  readonly max_retry_wait_s?: number;
  readonly quiet_s?: number;
  readonly clock?: RequestTemplate;
  readonly settle_s?: number;
}

/** Everything the runner is told about one deployment, as `schemas/profile.schema.json` describes it. */
export interface Profile {
  readonly base_url?: string;
  readonly client?: ClientCredentials;
  readonly other_client?: ClientCredentials;
  readonly user?: UserCredentials;
  readonly search?: SearchProfile;
  readonly booking?: Scalars;
  readonly cancel?: RequestTemplate;
  readonly receiver?: ReceiverProfile;
  readonly sender?: SenderProfile;
  readonly absent?: Readonly<Record<string, string>>;
  readonly timeout_s?: number;
}

/** Address of the API without its version and without a slash at the end. */
export function rootAddress(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v4$/, '');
}
