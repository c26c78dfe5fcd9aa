import type { PartnerId } from '../base/ids.js';
import type { PartnerEvent, VenueEvent } from './venue.js';

/** An event as one reader may know it: `knownAs` has the partners' ids that are theirs to see. */
export interface KnownEvent extends VenueEvent {
  readonly knownAs?: readonly PartnerEvent[];
}

/** Whose ids a reader may see and search by: their own partner's, everybody's, or nobody's. */
export type EventReader =
  | { readonly kind: 'partner'; readonly partner: PartnerId }
  | { readonly kind: 'all' }
  | { readonly kind: 'none' };

const partnerEventsFor = (
  { partnerEvents = [] }: Pick<VenueEvent, 'partnerEvents'>,
  reader: EventReader,
): readonly PartnerEvent[] => {
  if (reader.kind === 'none') return [];
  return reader.kind === 'all'
    ? partnerEvents
    : partnerEvents.filter(({ partner }) => partner === reader.partner);
};

/** The event as its reader knows it: under their partner's id, where it has one. */
export const asKnownTo = (event: VenueEvent, reader: EventReader): KnownEvent => {
  const knownAs = partnerEventsFor(event, reader);
  const [own] = reader.kind === 'partner' ? knownAs : [];
  if (knownAs.length === 0) return event;
  return own === undefined
    ? { ...event, knownAs }
    : { ...event, knownAs, partnerEventId: own.partnerEventId };
};

export const isKnownAs = (event: VenueEvent, id: string, reader: EventReader): boolean =>
  event.partnerEventId === id ||
  partnerEventsFor(event, reader).some(({ partnerEventId }) => partnerEventId === id);
