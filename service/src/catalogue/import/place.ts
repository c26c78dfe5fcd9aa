import tzLookup from '@photostructure/tz-lookup';
import { type Currency, currencies } from '../../base/money.js';
import type { Coordinates } from '../location.js';

/** Zones by country (ISO 3166-1 alpha-2), for the countries whose currency we know. */
const zonesOf: Readonly<Record<string, string>> = {
  US: 'America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix America/Detroit America/Boise America/Anchorage America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak America/Menominee Pacific/Honolulu',
  CA: 'America/Toronto America/Montreal America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/St_Johns America/Moncton America/Glace_Bay America/Goose_Bay America/Iqaluit America/Whitehorse America/Dawson America/Dawson_Creek America/Fort_Nelson America/Creston America/Swift_Current America/Cambridge_Bay America/Inuvik America/Rankin_Inlet America/Resolute America/Yellowknife America/Thunder_Bay America/Nipigon America/Rainy_River America/Pangnirtung America/Blanc-Sablon America/Atikokan',
  DE: 'Europe/Berlin Europe/Busingen',
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  CY: 'Asia/Nicosia Asia/Famagusta',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid Atlantic/Canary Africa/Ceuta',
  FI: 'Europe/Helsinki Europe/Mariehamn',
  FR: 'Europe/Paris',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  PT: 'Europe/Lisbon Atlantic/Madeira Atlantic/Azores',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  DK: 'Europe/Copenhagen',
  GB: 'Europe/London',
  CH: 'Europe/Zurich',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo Arctic/Longyearbyen',
  JP: 'Asia/Tokyo',
};

const currencyOf: Readonly<Record<string, Currency>> = {
  US: 'USD',
  CA: 'CAD',
  DK: 'DKK',
  GB: 'GBP',
  CH: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  JP: 'JPY',
};

const countryByZone: ReadonlyMap<string, string> = new Map(
  Object.entries(zonesOf).flatMap(([country, zones]) =>
    zones.split(' ').map((zone) => [zone, country] as const),
  ),
);

const manyZones: readonly (readonly [string, string])[] = [
  ['America/Indiana/', 'US'],
  ['America/Kentucky/', 'US'],
  ['America/North_Dakota/', 'US'],
];

/** The IANA zone at a place; at sea an `Etc/` zone. */
export const zoneAt = ({ lat, lon }: Coordinates): string => tzLookup(lat, lon);

/** ISO 3166-1 alpha-2; `undefined` outside the countries whose currency is known. */
export const countryOfZone = (zone: string): string | undefined =>
  countryByZone.get(zone) ?? manyZones.find(([prefix]) => zone.startsWith(prefix))?.[1];

/** Every country listed here without a currency of its own pays in euro. */
export const currencyOfCountry = (country: string): Currency | undefined =>
  Object.hasOwn(zonesOf, country) ? (currencyOf[country] ?? 'EUR') : undefined;

export const isCurrency = (text: string): text is Currency =>
  currencies.some((currency) => currency === text);
