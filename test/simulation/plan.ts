import type { SiteMood } from './partner-site.js';
import type { Role } from './service-process.js';
import type { Weather } from './weather.js';

/** When something happens: at an instant, or soon after the n-th exchange began, or the n-th claim or write was at the store. */
export type Moment =
  | { readonly atMs: number }
  | { readonly exchange: number; readonly delayMs: number }
  | { readonly claim: number; readonly delayMs: number }
  | { readonly write: number; readonly delayMs: number };

/** Of the service's processes: one by its place, or whichever did what the moment waits for. */
export type Place = number | 'whoever';

/** When a partner asks for its new header value and no other: so long after it may, or right after it has refused that value. */
export type Switch = { readonly afterMs: number } | 'after a refusal';

export type Happening =
  | { readonly type: 'kill'; readonly place: Place; readonly downMs: number }
  | { readonly type: 'stop'; readonly place: Place; readonly downMs: number }
  | { readonly type: 'pause'; readonly place: Place; readonly forMs: number }
  | { readonly type: 'cut'; readonly place: Place; readonly forMs: number }
  | { readonly type: 'cut_all'; readonly forMs: number }
  | { readonly type: 'set_clock'; readonly place: Place; readonly byMs: number }
  | {
      readonly type: 'partner_dies';
      readonly partner: number;
      readonly replica: number;
      readonly downMs: number;
    }
  | {
      readonly type: 'partner_pauses';
      readonly partner: number;
      readonly replica: number;
      readonly forMs: number;
    }
  | {
      readonly type: 'partner_mood';
      readonly partner: number;
      readonly mood: SiteMood;
      readonly forMs: number;
    }
  | { readonly type: 'operator_pauses'; readonly partner: number; readonly forMs: number }
  | { readonly type: 'operator_rotates'; readonly partner: number; readonly switches: Switch }
  | { readonly type: 'operator_resends'; readonly booking: number; readonly kind: 'create' | 'cancel' };

export interface PlannedHappening {
  readonly when: Moment;
  readonly what: Happening;
}

export interface PlannedBooking {
  readonly id: number;
  readonly partner: number;
  readonly bookAtMs: number;
  readonly cancelAtMs: number | undefined;
}

export interface PlannedPartner {
  readonly replicas: number;
  readonly promise: 'once' | 'at_least_once';
  readonly wantsCancel: boolean;
  readonly concurrency: number;
}

/** One schedule: all that a seed decides beforehand. */
export interface Plan {
  /** How long things go wrong, ms; after that everything is mended. */
  readonly badMs: number;
  readonly places: readonly { readonly role: Role; readonly skewMs: number }[];
  readonly partners: readonly PlannedPartner[];
  readonly bookings: readonly PlannedBooking[];
  readonly weather: Weather;
  readonly happenings: readonly PlannedHappening[];
}
