import type { RatePlan } from '../../pricing/rate-plan.js';
import type { CatalogueItem, CatalogueRecord } from '../catalogue-record.js';
import type { NumberedKind } from './identities.js';
import type { Tally } from './tally.js';

/** What a draft may ask for when it is turned into a thing of the catalogue. */
export interface BuildContext {
  /** The thing's own permanent number (0 for kinds that bring their own id). */
  readonly id: number;
  /** The permanent number of another thing of this import. */
  readonly numberOf: (kind: NumberedKind, identity: string) => number;
  readonly existing: CatalogueRecord | undefined;
  readonly ratePlan: (id: string) => RatePlan | undefined;
}

export type Built =
  | { readonly kind: 'item'; readonly item: CatalogueItem }
  | { readonly kind: 'skipped'; readonly reason: string };

interface DraftBase {
  /** What stays the same when the thing is imported again. */
  readonly identity: string;
  /** May throw `ImportFault`: the whole import is refused. */
  readonly build: (context: BuildContext) => Built;
  /** For messages. */
  readonly label: string;
  /** Absent for what the import adds by itself. */
  readonly tally?: Tally;
}

/** A thing read from a file, before it has its number. Rate plans and event rules bring their own id. */
export type Draft = DraftBase & { readonly kind: NumberedKind | 'rate_plan' | 'event_rule' };

export const built = (item: CatalogueItem): Built => ({ kind: 'item', item });
