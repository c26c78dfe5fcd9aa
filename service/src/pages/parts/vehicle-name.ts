import type { Locale } from '../../base/locale.js';
import type { vehicleKinds } from '../../pricing/rate-plan.js';

type VehicleKind = (typeof vehicleKinds)[number];

const english: Readonly<Record<VehicleKind, string>> = {
  coupe: 'coupe',
  sedan: 'sedan',
  hatchback: 'hatchback',
  wagon: 'wagon',
  crossover: 'crossover',
  minivan: 'minivan',
  suv: 'SUV',
  'truck/van': 'truck or van',
};

const french: Readonly<Record<VehicleKind, string>> = {
  coupe: 'coupé',
  sedan: 'berline',
  hatchback: 'voiture à hayon',
  wagon: 'familiale',
  crossover: 'multisegment',
  minivan: 'minifourgonnette',
  suv: 'VUS',
  'truck/van': 'camion ou fourgonnette',
};

const names: Readonly<Record<Locale, ReadonlyMap<string, string>>> = {
  'en-US': new Map(Object.entries(english)),
  'en-CA': new Map(Object.entries(english)),
  'fr-CA': new Map(Object.entries(french)),
};

/** What people call a kind of vehicle; one that we have no name for is shown as it is written. */
export const vehicleName = (kind: string, locale: Locale): string => names[locale].get(kind) ?? kind;
