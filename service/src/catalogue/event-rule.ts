import type { PartnerId, VenueId } from '../base/ids.js';

/** Says when a venue has events: the same weekday and time, week after week. */
export interface EventRule {
  /** Part of the identity of the events it makes: never reused for other events. */
  readonly id: string;
  readonly venueId: VenueId;
  readonly name: string;
  /** ISO weekday, 1 Monday to 7 Sunday, in the venue's zone. */
  readonly weekday: number;
  /** Minutes of the local day. */
  readonly startMinute: number;
  readonly durationMinutes: number;
  /** How far ahead of the clock events are kept, in weeks. */
  readonly weeks: number;
  readonly timesTbd?: boolean;
  /** Its events are also known as `<prefix>-<date>` to partners. */
  readonly partnerEventPrefix?: string;
  /** And as `<prefix>-<date>` to these partners alone. */
  readonly partnerEvents?: readonly { readonly partner: PartnerId; readonly prefix: string }[];
}
