import { addOnId } from '#service/base/ids.js';
import type { LocalText } from '#service/base/locale.js';
import type { Currency } from '#service/base/money.js';
import type { AddOnRule, Duration, FeeRule, RatePlan, TaxRule } from '#service/pricing/rate-plan.js';
import { inBoth } from './in-both.js';

type Tier = readonly [upToMinutes: number, priceMinor: number];

const hour = 60;
const day = 24 * hour;
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;
const workdays = [1, 2, 3, 4, 5];

const stays = (tiers: readonly Tier[], everyMinutes: number, priceMinor: number): Duration => ({
  tiers: tiers.map(([upToMinutes, price]) => ({ upToMinutes, priceMinor: price })),
  continuation: { everyMinutes, priceMinor },
});

const serviceLabel = inBoth('Service Fee', 'Frais de service');

const serviceFee = (basisPoints: number): FeeRule => ({
  type: 'convenience_fee',
  label: serviceLabel,
  description: inBoth('Covers reservation and support.', 'Couvre la réservation et le soutien.'),
  basisPoints,
});

const fixedFee = (type: string, label: LocalText, amountMinor: number): FeeRule => ({
  type,
  label,
  amountMinor,
});
const tax = (label: LocalText, basisPoints: number, isIncluded: boolean): TaxRule => ({
  label,
  basisPoints,
  isIncluded,
});

const plan = (id: string, currency: Currency, rules: Partial<RatePlan>): RatePlan => ({
  id,
  currency,
  fees: [],
  taxes: [],
  cancellation: { kind: 'until_start' },
  preferredDisplay: 'price',
  ...rules,
});

const small = ['coupe', 'sedan', 'hatchback', 'wagon', 'crossover'];

const vehicleSizes: readonly AddOnRule[] = [
  {
    id: addOnId('7d0a3c5e-4b1f-4e2a-9a66-0c2f5b8d1e01'),
    name: inBoth('Standard', 'Format standard'),
    priceMinor: 0,
    items: small,
    isAvailable: true,
  },
  {
    id: addOnId('7d0a3c5e-4b1f-4e2a-9a66-0c2f5b8d1e02'),
    name: inBoth('Oversize', 'Grand format'),
    priceMinor: 1000,
    items: ['minivan', 'suv'],
    isAvailable: true,
  },
  {
    id: addOnId('7d0a3c5e-4b1f-4e2a-9a66-0c2f5b8d1e03'),
    name: inBoth('Supersize', 'Très grand format'),
    priceMinor: 2000,
    items: ['truck/van'],
    isAvailable: true,
  },
];

const carWash: AddOnRule = {
  id: addOnId('3f9e6b12-8c47-4d0b-b1e5-52a7c9d40a11'),
  name: inBoth('Hand wash', 'Lavage à la main'),
  description: inBoth(
    'Your car is washed while you are away.',
    'Votre voiture est lavée pendant votre absence.',
  ),
  priceMinor: 1900,
  isAvailable: true,
};

const charging: AddOnRule = {
  id: addOnId('3f9e6b12-8c47-4d0b-b1e5-52a7c9d40a12'),
  name: inBoth('Charging', 'Recharge'),
  description: inBoth(
    'A charging space is kept for you.',
    'Une place avec borne de recharge vous est réservée.',
  ),
  priceMinor: 750,
  isAvailable: true,
};

const cityTax = inBoth('City parking tax', 'Taxe municipale sur le stationnement');
const americanTaxes = [tax(cityTax, 1000, false)];
const downtown = stays(
  [
    [hour, 900],
    [2 * hour, 1400],
    [4 * hour, 1900],
    [10 * hour, 2600],
    [day, 3400],
  ],
  day,
  3400,
);

const american: readonly RatePlan[] = [
  plan('us-downtown', 'USD', {
    duration: downtown,
    dailyMaximumMinor: 3400,
    flatWindows: [
      { window: { fromMinute: at(5, 30), toMinute: at(19), weekdays: workdays }, priceMinor: 1800 },
      { window: { fromMinute: at(17), toMinute: at(5) }, priceMinor: 1200 },
    ],
    fees: [serviceFee(1200)],
    taxes: americanTaxes,
    generalAddOns: [carWash],
  }),
  plan('us-value', 'USD', {
    duration: stays([[hour, 400]], hour, 250),
    dailyMaximumMinor: 1600,
    taxes: [tax(cityTax, 1000, true)],
    fees: [fixedFee('convenience_fee', serviceLabel, 99)],
  }),
  plan('us-event', 'USD', {
    duration: stays([[2 * hour, 1000]], hour, 400),
    dailyMaximumMinor: 3000,
    event: { priceMinor: 2500, opensMinutesBefore: 120, closesMinutesAfter: 60 },
    fees: [serviceFee(1500)],
    taxes: americanTaxes,
    cancellation: { kind: 'until_before', minutesBefore: 120 },
  }),
  plan('us-airport', 'USD', {
    duration: stays([[day, 1450]], day, 1450),
    fees: [
      fixedFee('access_fee', inBoth('Airport access fee', "Frais d'accès à l'aéroport"), 250),
      serviceFee(500),
    ],
    taxes: americanTaxes,
    generalAddOns: [carWash, charging],
    cancellation: { kind: 'until_before', minutesBefore: day },
    preferredDisplay: 'base_price',
    minimumMinutes: 4 * hour,
    maximumMinutes: 45 * day,
  }),
  plan('us-vehicle-size', 'USD', {
    duration: stays([[3 * hour, 1500]], hour, 500),
    dailyMaximumMinor: 3000,
    vehicleSizes,
    generalAddOns: [charging],
  }),
  plan('us-final-sale', 'USD', {
    duration: stays([[hour, 600]], hour, 300),
    dailyMaximumMinor: 1900,
    cancellation: { kind: 'never' },
  }),
  plan('us-tenants', 'USD', { duration: stays([[day, 500]], day, 500) }),
  plan('us-free', 'USD', { duration: stays([[day, 0]], day, 0), maximumMinutes: 2 * day }),
];

const harmonised = [tax(inBoth('HST', 'TVH'), 1300, false)];

const canadian: readonly RatePlan[] = [
  plan('ca-downtown', 'CAD', {
    duration: stays(
      [
        [hour, 700],
        [2 * hour, 1200],
        [12 * hour, 2400],
      ],
      day,
      2900,
    ),
    dailyMaximumMinor: 2900,
    flatWindows: [{ window: { fromMinute: at(18), toMinute: at(6) }, priceMinor: 1000 }],
    fees: [fixedFee('convenience_fee', serviceLabel, 149)],
    taxes: harmonised,
  }),
  plan('ca-evening-only', 'CAD', {
    flatWindows: [{ window: { fromMinute: at(16), toMinute: at(4) }, priceMinor: 900 }],
    taxes: harmonised,
    preferredDisplay: 'base_price',
  }),
  plan('ca-event', 'CAD', {
    event: { priceMinor: 3000, opensMinutesBefore: 180, closesMinutesAfter: 90 },
    duration: stays([[2 * hour, 1100]], hour, 450),
    dailyMaximumMinor: 3200,
    taxes: harmonised,
    fees: [serviceFee(1000)],
    cancellation: { kind: 'until_before', minutesBefore: hour },
  }),
  plan('ca-airport', 'CAD', {
    duration: stays([[day, 1800]], day, 1600),
    taxes: harmonised,
    generalAddOns: [{ ...charging, id: addOnId('3f9e6b12-8c47-4d0b-b1e5-52a7c9d40a13'), priceMinor: 950 }],
    cancellation: { kind: 'until_before', minutesBefore: day },
    minimumMinutes: 4 * hour,
    maximumMinutes: 45 * day,
  }),
];

const european: readonly RatePlan[] = [
  plan('de-garage', 'EUR', {
    duration: stays([[hour, 250]], hour, 200),
    dailyMaximumMinor: 2000,
    flatWindows: [{ window: { fromMinute: at(18), toMinute: at(8) }, priceMinor: 600 }],
    taxes: [tax('USt', 1900, true)],
  }),
  plan('de-underground', 'EUR', {
    duration: stays([[30, 150]], 30, 150),
    dailyMaximumMinor: 2400,
    taxes: [tax('USt', 1900, true)],
    fees: [fixedFee('convenience_fee', serviceLabel, 50)],
  }),
  plan('de-lot', 'EUR', {
    duration: stays([[hour, 150]], hour, 100),
    dailyMaximumMinor: 800,
    taxes: [tax('USt', 1900, true)],
  }),
  plan('dk-city', 'DKK', {
    duration: stays([[hour, 2000]], hour, 1800),
    dailyMaximumMinor: 15_000,
    taxes: [tax('Moms', 2500, true)],
    fees: [fixedFee('convenience_fee', serviceLabel, 300)],
  }),
];

export const demoRatePlans: readonly RatePlan[] = [...american, ...canadian, ...european];
