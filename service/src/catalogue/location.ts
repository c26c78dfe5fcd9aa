import type { LocationId, SellerId } from '../base/ids.js';
import type { LocalText } from '../base/locale.js';
import type { Currency } from '../base/money.js';
import type { OperatingHours, ShuttleTime } from './opening.js';
import type { Photo } from './photo.js';
import type { PostedRate } from './posted-rate.js';
import type { RatingSummary } from './review.js';

export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

export interface Address {
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export interface Entrance extends Coordinates {
  readonly maxHeightInches?: number;
  readonly maxWidthInches?: number;
  readonly maxLengthInches?: number;
}

/** How an option is sold: before one comes, on the spot by the driver's app, or not by us at all (its price is only shown). */
export const saleKinds = ['advance', 'on_demand', 'none'] as const;
export type SaleKind = (typeof saleKinds)[number];

/** Something a location sells: a pool of equal spaces under one rate plan. */
export interface ParkingOption {
  /** Unique within the location; part of the purchase option's identity. */
  readonly key: string;
  /** Options may share a pool of spaces. */
  readonly pool: string;
  /** Spaces of the pool that may be sold at one instant. */
  readonly capacity: number;
  readonly ratePlan: string;
  /** Absent is `advance`. An option without capacity is shown as `none` is. */
  readonly sale?: SaleKind;
  /** What people call it, where a location has several. */
  readonly label?: LocalText;
  /** The most that one customer may buy for one stay; shown with the quote. */
  readonly purchaseLimit?: number;
  /** A remark on the price, for those who are about to buy. */
  readonly priceAdvisory?: LocalText;
  /** Only shown and sold to requests that carry this pricing access code. */
  readonly accessCode?: string;
}

export const amenityKeys = [
  'unobstructed',
  'tailgate',
  'reentry_allowed',
  'attended',
  'valet',
  'restroom',
  'indoor',
  'security',
  'handicap',
  'shuttle',
  'vehicle_charging',
  'has_gallery',
  'lowest_price_guarantee',
  'eticket',
] as const;
export type AmenityKey = (typeof amenityKeys)[number];

export interface ValidationRules {
  readonly requiresLicensePlate: boolean;
  readonly requiresPrintout: boolean;
  readonly displayMessage: LocalText;
  readonly steps: readonly { readonly instructions: LocalText; readonly iconPath: string }[];
  readonly scanCode: 'required' | 'optional' | 'hidden';
}

/** The area of a location; positions are [longitude, latitude], as in GeoJSON. */
export interface Outline {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** A place where one can park. */
export interface Location {
  readonly id: LocationId;
  readonly name: string;
  readonly type: 'offstreet' | 'on_street';
  readonly structure?: 'garage' | 'underground_garage' | 'surface_lot';
  readonly address: Address;
  readonly coordinates: Coordinates;
  readonly entrances: readonly Entrance[];
  /** IANA. */
  readonly timezone: string;
  readonly currency: Currency;
  readonly sellerId: SellerId;
  /** Spaces as published; not what is sold (that is each option's capacity). */
  readonly capacity?: number;
  readonly options: readonly ParkingOption[];
  readonly amenities: readonly AmenityKey[];
  readonly disclaimers: readonly LocalText[];
  readonly validation: ValidationRules;
  readonly description?: LocalText;
  readonly directions?: LocalText;
  /** How one gets from the space to where one wants to be, and back. */
  readonly pickupInstructions?: LocalText;
  readonly dropoffInstructions?: LocalText;
  readonly phone?: string;
  readonly outline?: Outline;
  /** For people; where it is absent, the operating hours are put into words. */
  readonly hours?: LocalText;
  readonly operatingHours?: OperatingHours;
  readonly nonBookableRates?: readonly PostedRate[];
  readonly photos?: readonly Photo[];
  /** Name of the metropolitan area. */
  readonly msa?: string;
  /** The seller wants its logo shown; absent is no. */
  readonly displaysSellerLogo?: boolean;
  readonly shuttleTimes?: readonly ShuttleTime[];
  /** Worked out from the reviews; never stored. */
  readonly rating?: RatingSummary;
  /** Where those find it whose business we do not sell: a site of somebody else, shown under the data licence. */
  readonly otherSiteUrl?: string;
  readonly slug: string;
}
