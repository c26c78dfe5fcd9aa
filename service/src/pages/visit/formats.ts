import type { Locale } from '../../base/locale.js';
import { metersPerMile } from '../../base/miles.js';
import { decimalText, type Money } from '../../base/money.js';

/** How one locale writes times, money and distances; times are in the place's own zone. */
export interface Formats {
  /** Day and time, with the zone's short name. */
  readonly moment: (at: number, zone: string) => string;
  /** From one moment to another, naming the day once where it is the same. */
  readonly range: (start: number, end: number, zone: string) => string;
  readonly money: (amount: Money) => string;
  readonly distance: (meters: number) => string;
  readonly height: (inches: number) => string;
  readonly number: (value: number) => string;
  /** Whole hours where they are whole. */
  readonly duration: (minutes: number) => string;
}

const momentStyle = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

const metersPerFoot = 0.3048;
const centimetersPerInch = 2.54;

const createDistance = (locale: Locale): Formats['distance'] => {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  if (locale === 'en-US')
    return (meters) =>
      meters < metersPerMile / 10
        ? `${Math.round(meters / metersPerFoot / 10) * 10} ft`
        : `${number.format(meters / metersPerMile)} mi`;
  return (meters) =>
    meters < 1000 ? `${Math.round(meters / 10) * 10} m` : `${number.format(meters / 1000)} km`;
};

const createDuration = (locale: Locale): Formats['duration'] => {
  const [hours, minutes] = (['hour', 'minute'] as const).map(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  );
  return (count) => (count % 60 === 0 ? hours?.format(count / 60) : minutes?.format(count)) ?? '';
};

/** Formatters are costly to make, so one is kept per zone and currency. */
export const createFormats = (locale: Locale): Formats => {
  const known = new Map<string, Intl.DateTimeFormat>();
  const dateFormat = (zone: string): Intl.DateTimeFormat => {
    const format = known.get(zone) ?? new Intl.DateTimeFormat(locale, { ...momentStyle, timeZone: zone });
    known.set(zone, format);
    return format;
  };
  const moneyFormats = new Map<string, Intl.NumberFormat>();
  const moneyFormat = (currency: string): Intl.NumberFormat => {
    const format =
      moneyFormats.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
    moneyFormats.set(currency, format);
    return format;
  };
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return {
    moment: (at, zone) => dateFormat(zone).format(at),
    range: (start, end, zone) => dateFormat(zone).formatRange(start, end),
    money: (amount) => moneyFormat(amount.currency).format(Number(decimalText(amount))),
    distance: createDistance(locale),
    number: (value) => number.format(value),
    duration: createDuration(locale),
    height: (inches) =>
      locale === 'en-US'
        ? `${Math.floor(inches / 12)}′ ${Math.round(inches % 12)}″`
        : `${number.format((inches * centimetersPerInch) / 100)} m`,
  };
};
