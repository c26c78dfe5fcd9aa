import type { EventId, PartnerId, SellerId, VenueId } from '../base/ids.js';
import type { Address, Coordinates } from './location.js';

/** A place that people go to: a stadium, a theatre, an airport. */
export interface Venue {
  readonly id: VenueId;
  readonly name: string;
  readonly address: Address;
  readonly coordinates: Coordinates;
  readonly timezone: string;
  readonly enhancedAirport: boolean;
  readonly slug: string;
}

/** An event as one partner knows it. */
export interface PartnerEvent {
  readonly partner: PartnerId;
  readonly partnerEventId: string;
}

/** Something that happens at a venue; instants are epoch ms. */
export interface VenueEvent {
  readonly id: EventId;
  readonly venueId: VenueId;
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  /** Postponed or not yet scheduled: the times are placeholders. */
  readonly timesTbd: boolean;
  /** An id under which everybody may ask for it. */
  readonly partnerEventId?: string;
  /** Ids that partners of ours know it by; each is for its partner alone. */
  readonly partnerEvents?: readonly PartnerEvent[];
  /** The rule that made it; absent where it was imported by itself. */
  readonly ruleId?: string;
}

export interface Seller {
  readonly id: SellerId;
  readonly name: string;
}
