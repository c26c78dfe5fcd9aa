import { locationId, sellerId } from '../../base/ids.js';
import type { Translated } from '../../base/locale.js';
import type { Currency } from '../../base/money.js';
import type { CatalogueRecord } from '../catalogue-record.js';
import { slugOf } from '../clean-text.js';
import type { Entrance, Location, ParkingOption, ValidationRules } from '../location.js';
import type { CarPark } from './geojson/read-car-park.js';
import { countryOfZone, currencyOfCountry, zoneAt } from './place.js';
import { standardRatePlanId } from './standard-rate-plan.js';

/** What an operator says for all locations of an import. */
export interface ImportDefaults {
  readonly ratePlan?: string;
  readonly currency?: Currency;
  /** IANA. */
  readonly timezone?: string;
  /** Spaces to sell where a file does not say how many there are; without it such locations are listed, but not sold. */
  readonly capacity?: number;
}

const inBoth = (english: string, french: string): Translated => ({
  'en-US': english,
  'en-CA': english,
  'fr-CA': french,
});

export const usualValidation: ValidationRules = {
  requiresLicensePlate: false,
  requiresPrintout: false,
  displayMessage: inBoth('Show this pass on your phone.', 'Montrez ce laissez-passer sur votre téléphone.'),
  steps: [
    {
      instructions: inBoth('Take a ticket when you enter.', "Prenez un billet à l'entrée."),
      iconPath: '/icons/ticket.svg',
    },
    {
      instructions: inBoth('Scan this pass at the exit.', 'Balayez ce laissez-passer à la sortie.'),
      iconPath: '/icons/scan.svg',
    },
  ],
  scanCode: 'required',
};

export interface CarParkPlace {
  readonly timezone: string;
  readonly country: string;
  readonly currency: Currency;
}

/** Zone from the coordinates, country from the zone, currency from the country, unless said otherwise; `undefined` where no currency is known. */
export const placeOf = (carPark: CarPark, defaults: ImportDefaults): CarParkPlace | undefined => {
  const timezone = defaults.timezone ?? zoneAt(carPark.coordinates);
  const country = carPark.country ?? countryOfZone(timezone) ?? '';
  const currency = defaults.currency ?? currencyOfCountry(country);
  return currency === undefined ? undefined : { timezone, country, currency };
};

const structureOf = ({ kind }: CarPark): Pick<Location, 'structure'> =>
  kind === undefined || kind === 'on_street' ? {} : { structure: kind };

const postedLabel = inBoth('Posted rate', 'Tarif affiché');

/** Hours that were understood are put into words in each language; others are shown as they are written. */
const openingOf = ({ hours, operatingHours }: CarPark): Pick<Location, 'hours' | 'operatingHours'> => {
  if (operatingHours !== undefined) return { operatingHours };
  return hours === undefined ? {} : { hours: hours };
};

const said = (carPark: CarPark) => ({
  ...openingOf(carPark),
  ...(carPark.rates === undefined ? {} : { nonBookableRates: [{ label: postedLabel, text: carPark.rates }] }),
  ...(carPark.capacity === undefined ? {} : { capacity: carPark.capacity }),
  ...(carPark.phone === undefined ? {} : { phone: carPark.phone }),
  ...(carPark.description === undefined ? {} : { description: carPark.description }),
  ...(carPark.outline === undefined ? {} : { outline: carPark.outline }),
});

const withHeight = (entrances: readonly Entrance[], { maxHeightInches }: CarPark): readonly Entrance[] =>
  maxHeightInches === undefined ? entrances : entrances.map((entrance) => ({ ...entrance, maxHeightInches }));

const standardOption = (capacity: number, ratePlan: string): ParkingOption => ({
  key: 'standard',
  pool: 'standard',
  capacity,
  ratePlan,
});

export interface CarParkContext {
  readonly id: number;
  readonly seller: number;
  readonly place: CarParkPlace;
  readonly cityName: string | undefined;
  readonly defaults: ImportDefaults;
}

const newOptions = (carPark: CarPark, { place, defaults }: CarParkContext): readonly ParkingOption[] => {
  const capacity = carPark.capacity ?? defaults.capacity;
  const ratePlan = defaults.ratePlan ?? standardRatePlanId(place.currency);
  return capacity === undefined ? [] : [standardOption(capacity, ratePlan)];
};

/** A car park seen for the first time. */
export const newLocation = (carPark: CarPark, context: CarParkContext): Location => {
  const { place } = context;
  const city = carPark.city ?? context.cityName ?? '';
  const isCovered = carPark.kind === 'garage' || carPark.kind === 'underground_garage';
  return {
    id: locationId(context.id),
    name: carPark.name,
    type: carPark.kind === 'on_street' ? 'on_street' : 'offstreet',
    ...structureOf(carPark),
    address: {
      address1: carPark.address1 ?? '',
      city,
      state: carPark.state ?? '',
      postalCode: carPark.postalCode ?? '',
      country: place.country,
    },
    coordinates: carPark.coordinates,
    entrances: withHeight(carPark.entrances, carPark),
    timezone: place.timezone,
    currency: place.currency,
    sellerId: sellerId(context.seller),
    options: newOptions(carPark, context),
    amenities: isCovered ? ['indoor'] : [],
    disclaimers: [],
    validation: usualValidation,
    ...said(carPark),
    slug: [slugOf(carPark.name), slugOf(city), String(context.id)].filter((part) => part !== '').join('-'),
  };
};

/** Options that sold what the file said go on doing so; capacities that somebody set by hand stay. */
const optionsAgain = (
  existing: Location,
  carPark: CarPark,
  context: CarParkContext,
): readonly ParkingOption[] => {
  if (existing.options.length === 0) return newOptions(carPark, context);
  const { ratePlan } = context.defaults;
  return existing.options.map((option) => ({
    ...option,
    ...(option.capacity === existing.capacity && carPark.capacity !== undefined
      ? { capacity: carPark.capacity }
      : {}),
    ...(ratePlan !== undefined && option.accessCode === undefined ? { ratePlan } : {}),
  }));
};

/** Hours that the file says anew, as a text or understood, take the place of both. */
const withoutStaleHours = (existing: Location, { hours }: CarPark): Location => {
  const { hours: _text, operatingHours: _understood, ...others } = existing;
  return hours === undefined ? existing : others;
};

const isSamePlace = (existing: Location, carPark: CarPark): boolean =>
  existing.coordinates.lat === carPark.coordinates.lat &&
  existing.coordinates.lon === carPark.coordinates.lon;

/** A car park seen before: what the file says goes in; what it does not say (plans, options, amenities, rules) stays. */
export const updatedLocation = (existing: Location, carPark: CarPark, context: CarParkContext): Location => {
  const { place, defaults } = context;
  const hasMoved = !isSamePlace(existing, carPark);
  return {
    ...withoutStaleHours(existing, carPark),
    name: carPark.name,
    ...(carPark.kind === undefined ? {} : { type: carPark.kind === 'on_street' ? 'on_street' : 'offstreet' }),
    ...structureOf(carPark),
    address: {
      ...existing.address,
      address1: carPark.address1 ?? existing.address.address1,
      city: carPark.city ?? context.cityName ?? existing.address.city,
      state: carPark.state ?? existing.address.state,
      postalCode: carPark.postalCode ?? existing.address.postalCode,
      country: place.country,
    },
    coordinates: carPark.coordinates,
    entrances: withHeight(hasMoved ? carPark.entrances : existing.entrances, carPark),
    timezone: place.timezone,
    currency: defaults.currency ?? existing.currency,
    options: optionsAgain(existing, carPark, context),
    ...said(carPark),
  };
};

export const existingLocation = (record: CatalogueRecord | undefined): Location | undefined =>
  record?.kind === 'location' && record.body !== null ? record.body : undefined;
