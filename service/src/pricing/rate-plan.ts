import type { AddOnId } from '../base/ids.js';
import type { LocalText } from '../base/locale.js';
import type { Currency } from '../base/money.js';

/** Minutes of the local day, 0 to 1440; a window whose end is not after its start crosses midnight. */
export interface DayWindow {
  readonly fromMinute: number;
  readonly toMinute: number;
  /** ISO weekdays (1 Monday to 7 Sunday) on which the window starts; absent means every day. */
  readonly weekdays?: readonly number[];
}

/** A stay of up to `upToMinutes` costs `priceMinor`. Tiers stand in ascending order. */
export interface DurationTier {
  readonly upToMinutes: number;
  readonly priceMinor: number;
}

export interface Duration {
  readonly tiers: readonly DurationTier[];
  /** Beyond the last tier: so much for each further begun block. Absent: no price beyond the last tier. */
  readonly continuation?: { readonly everyMinutes: number; readonly priceMinor: number };
}

/** One price for a stay that begins and ends within the window (early bird, evening, overnight, weekend). */
export interface FlatWindow {
  readonly window: DayWindow;
  readonly priceMinor: number;
}

/** One price for an event's window, which is the event's time widened by these minutes. */
export interface EventRate {
  readonly priceMinor: number;
  readonly opensMinutesBefore: number;
  readonly closesMinutesAfter: number;
  /** How far from the venue a location may be to sell it; absent is 3 miles, as far as a search looks by itself. */
  readonly maximumMeters?: number;
}

export interface FeeRule {
  readonly type: string;
  readonly label: LocalText;
  readonly description?: LocalText;
  /** What it is added up under, where fees are shown together; absent is the label. */
  readonly parentCategory?: LocalText;
  /** A share of the base price in basis points, a fixed amount, or both; never on a free stay unless `isAlways`. */
  readonly basisPoints?: number;
  readonly amountMinor?: number;
  readonly isAlways?: boolean;
}

/** A tax that is already in the base price shown (`isIncluded`) or comes on top of it (and then is part of base_price). */
export interface TaxRule {
  readonly label: LocalText;
  readonly basisPoints: number;
  readonly isIncluded: boolean;
}

/** The kinds of vehicles that a vehicle size stands for (spec, Add-on option). */
export const vehicleKinds = [
  'coupe',
  'sedan',
  'hatchback',
  'wagon',
  'crossover',
  'minivan',
  'suv',
  'truck/van',
] as const;

/** A picture of an add-on; `url` is absolute, or a path of the site. Sizes are in pixels. */
export interface AddOnIcon {
  readonly position: number;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface AddOnRule {
  readonly id: AddOnId;
  readonly name: LocalText;
  readonly description?: LocalText;
  readonly priceMinor: number;
  /** Of `vehicleKinds`; for vehicle sizes only. */
  readonly items?: readonly string[];
  readonly icon?: AddOnIcon;
  readonly isAvailable: boolean;
}

export interface CancellationPolicy {
  /** `until_start`: until the stay begins; `until_before`: until so many minutes before; `never`. */
  readonly kind: 'until_start' | 'until_before' | 'never';
  readonly minutesBefore?: number;
}

/** How the stays at a location's option are priced; data, imported with the catalogue and checked by `rate-plan-schema.ts`. */
export interface RatePlan {
  readonly id: string;
  readonly currency: Currency;
  /** Which rules exist decides what can be sold; the cheapest rule that fits a stay prices it. Event rates price event stays. */
  readonly duration?: Duration;
  readonly dailyMaximumMinor?: number;
  readonly flatWindows?: readonly FlatWindow[];
  readonly event?: EventRate;
  readonly fees: readonly FeeRule[];
  readonly taxes: readonly TaxRule[];
  readonly vehicleSizes?: readonly AddOnRule[];
  readonly generalAddOns?: readonly AddOnRule[];
  readonly cancellation: CancellationPolicy;
  readonly preferredDisplay: 'price' | 'base_price';
  /** Longest and shortest stay sold, in minutes. */
  readonly minimumMinutes?: number;
  readonly maximumMinutes?: number;
}
