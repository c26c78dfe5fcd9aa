import type { LocationId, SellerId } from '../base/ids.js';
import type { Translated } from '../base/locale.js';
import type { Currency } from '../base/money.js';

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
}

/** Something a location sells: a pool of equal spaces under one rate plan. */
export interface ParkingOption {
  /** Unique within the location; part of the purchase option's identity. */
  readonly key: string;
  /** Options may share a pool of spaces. */
  readonly pool: string;
  /** Spaces of the pool that may be sold at one instant. */
  readonly capacity: number;
  readonly ratePlan: string;
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
  readonly displayMessage: string;
  readonly steps: readonly { readonly instructions: string; readonly iconPath: string }[];
  readonly scanCode: 'required' | 'hidden';
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
  readonly disclaimers: readonly string[];
  readonly validation: ValidationRules;
  readonly description?: Translated;
  readonly directions?: Translated;
  readonly phone?: string;
  readonly outline?: Outline;
  readonly slug: string;
}
