import type { EventId } from '../base/ids.js';
import type { LocalText } from '../base/locale.js';
import type { Money } from '../base/money.js';
import type { RatePlan } from './rate-plan.js';

/** A stay to be priced; instants are epoch ms. */
export interface Stay {
  readonly start: number;
  readonly end: number;
  readonly event?: { readonly id: EventId; readonly startTime: number; readonly endTime: number } | undefined;
}

export interface Fee {
  readonly type: string;
  readonly label: LocalText;
  readonly description?: LocalText;
  readonly parentCategory: LocalText;
  readonly price: Money;
}

/** A part of a stay that was priced by itself; instants are epoch ms. */
export interface PricedPart {
  readonly start: number;
  readonly end: number;
}

/** price = base_price + fees; base_price includes taxes. */
export interface Price {
  readonly base: Money;
  readonly fees: readonly Fee[];
  readonly total: Money;
  /** When the purchase may begin and end under this price: the stay itself, or the wider window that costs the same. */
  readonly minStart: number;
  readonly maxEnd: number;
  /** What priced it: the event rate, or a rule for anybody's stay. */
  readonly rule: 'event' | 'transient';
  /** The whole stay, or each begun 24 hours of it where the tariff starts anew with each. */
  readonly parts: readonly PricedPart[];
}

export type Pricing =
  | { readonly kind: 'priced'; readonly price: Price }
  | { readonly kind: 'not_sold'; readonly reason: 'no_rate' | 'too_short' | 'too_long' };

export type PriceStay = (plan: RatePlan, timezone: string, stay: Stay) => Pricing;
