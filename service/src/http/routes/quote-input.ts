import { type Static, Type } from 'typebox';
import type { QuoteSearch } from '../../quotes/quote.js';

const text = (description: string) => Type.Optional(Type.String({ maxLength: 2000, description }));

/** What a quote search takes; what stands inside the texts is read, and refused, by the quotes capability. */
export const quotesInput = Type.Object({
  q: text(
    'Where, as type:value items between blanks: coordinates, distance (miles), anchor_coordinates, bounds (4 or 8 numbers), venue_id, event_id, location_id (comma-separated), search_type.',
  ),
  start_time: text('ISO 8601, read in the zone of the destination; any given zone is ignored.'),
  end_time: text('ISO 8601, read in the zone of the destination; any given zone is ignored.'),
  event_id: text('Instead of event_id in q. The event gives the times where there are none.'),
  pricing_access_code: text('Shows what is sold to holders of this code, besides.'),
  option_types: text('bookable (the usual), on_demand, non_bookable, or all; between blanks or commas.'),
  returns: text(
    'curated, suggested_view, offstreet, offstreet_bookable, offstreet_bookable_sold_out, offstreet_bookable_mobile; between blanks or commas.',
  ),
  sort: text('distance, price, name, each with :asc or :desc; between blanks.'),
  capabilities: text('What the client can do, such as capture_plate:always or capture_plate:never.'),
});

/** The search as it was sent. */
export const searchOf = (input: Static<typeof quotesInput>): QuoteSearch => ({
  ...(input.q !== undefined && { q: input.q }),
  ...(input.start_time !== undefined && { startTime: input.start_time }),
  ...(input.end_time !== undefined && { endTime: input.end_time }),
  ...(input.event_id !== undefined && { eventId: input.event_id }),
  ...(input.pricing_access_code !== undefined && { pricingAccessCode: input.pricing_access_code }),
  ...(input.option_types !== undefined && { optionTypes: input.option_types }),
  ...(input.returns !== undefined && { returns: input.returns }),
  ...(input.sort !== undefined && { sort: input.sort }),
  ...(input.capabilities !== undefined && { capabilities: input.capabilities }),
});
