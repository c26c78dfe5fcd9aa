import { type CollectionSpec, collectionSpec } from '../base/documents.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import type { EventRule } from './event-rule.js';
import type { Location } from './location.js';
import type { Review } from './review.js';
import type { Seller, Venue, VenueEvent } from './venue.js';

interface Bodies {
  readonly location: Location;
  readonly venue: Venue;
  readonly event: VenueEvent;
  readonly seller: Seller;
  readonly rate_plan: RatePlan;
  readonly event_rule: EventRule;
  readonly review: Review;
}

export type RecordKind = keyof Bodies;

type Keyed<Body> = {
  [Kind in RecordKind]: { readonly kind: Kind; readonly body: Bodies[Kind] & Body };
}[RecordKind];

/** One thing of the catalogue as it shall be. */
export type CatalogueItem = Keyed<unknown>;

/** A thing as it shall be, or that it shall be gone (`body` null). `key` is `<kind>:<id>`. */
export type CatalogueChange = {
  [Kind in RecordKind]: { readonly kind: Kind; readonly key: string; readonly body: Bodies[Kind] | null };
}[RecordKind];

/** One version of one thing; `_id` is `<key>@<gen>`, so a version is written once and never changed. */
export type CatalogueRecord = CatalogueChange & { readonly _id: string; readonly gen: number };

export const catalogueRecordCollection: CollectionSpec<CatalogueRecord> = collectionSpec<CatalogueRecord>({
  name: 'catalogue',
  indexes: [['gen']],
});

export const recordKey = (kind: RecordKind, id: number | string): string => `${kind}:${id}`;

export const changeTo = (item: CatalogueItem): CatalogueChange => ({
  ...item,
  key: recordKey(item.kind, item.body.id),
});

/** The change as generation `gen` stores it. */
export const versionOf = (change: CatalogueChange, gen: number): CatalogueRecord => ({
  ...change,
  _id: `${change.key}@${gen}`,
  gen,
});
