import type { Location } from '../../catalogue/location.js';
import type { PurchaseOption, QuotedOption } from '../../quotes/quote.js';

/** An option of a quote and where it is; `sold` is the same option where it can be bought. */
export interface OptionRecord {
  readonly offer: QuotedOption;
  readonly sold: PurchaseOption | undefined;
  readonly location: Location;
}
