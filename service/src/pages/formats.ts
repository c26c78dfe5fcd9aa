import type { Locale } from '../base/locale.js';
import { decimalText, type Money } from '../base/money.js';

/** How one locale writes times, money and distances; times are in the place's own zone. */
export interface Formats {
  readonly day: (at: number, zone: string) => string;
  readonly time: (at: number, zone: string) => string;
  /** Day and time, with the zone's short name. */
  readonly moment: (at: number, zone: string) => string;
  readonly money: (amount: Money) => string;
  readonly distance: (meters: number) => string;
  readonly height: (inches: number) => string;
  readonly number: (value: number) => string;
  /** Whole hours where they are whole. */
  readonly duration: (minutes: number) => string;
}

const styles = {
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  moment: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const metersPerMile = 1609.344;
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

/** Formatters are costly to make, so one is kept per zone and style. */
export const createFormats = (locale: Locale): Formats => {
  const known = new Map<string, Intl.DateTimeFormat>();
  const dateFormat = (style: keyof typeof styles, zone: string): Intl.DateTimeFormat => {
    const key = `${style} ${zone}`;
    const format = known.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: zone });
    known.set(key, format);
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
    day: (at, zone) => dateFormat('day', zone).format(at),
    time: (at, zone) => dateFormat('time', zone).format(at),
    moment: (at, zone) => dateFormat('moment', zone).format(at),
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
