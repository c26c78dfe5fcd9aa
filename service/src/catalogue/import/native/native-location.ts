import { locationId, sellerId } from '../../../base/ids.js';
import { isZone } from '../../../base/zoned-time.js';
import type { Location } from '../../location.js';
import { type BuildContext, built, type Draft } from '../draft.js';
import { usualValidation } from '../location-of-car-park.js';
import { currencyOfCountry, zoneAt } from '../place.js';
import { addressOf, entrySlug, type NativeEntry } from './native-file.js';
import { operatingHoursOf, shuttleTimesOf } from './native-opening.js';
import type { NativeLocation, NativeVenue } from './native-schema.js';

/** The entry's zone, from its coordinates where it names none. Throws `ImportFault`. */
export const zoneOfEntry = ({ stated, refuse }: NativeEntry<NativeLocation | NativeVenue>): string => {
  const zone = stated.timezone ?? zoneAt(stated.coordinates);
  if (!isZone(zone)) throw refuse('/timezone', `${zone} is no IANA time zone`);
  return zone;
};

const bodyOf = (entry: NativeEntry<NativeLocation>, timezone: string, context: BuildContext): Location => {
  const { key: _, seller, operatingHours, shuttleTimes, ...stated } = entry.stated;
  const currency = stated.currency ?? currencyOfCountry(stated.address.country);
  if (currency === undefined) throw entry.refuse('/currency', 'no currency is known for this country');
  return {
    type: 'offstreet',
    entrances: [stated.coordinates],
    amenities: [],
    disclaimers: [],
    validation: usualValidation,
    ...stated,
    ...(operatingHours === undefined ? {} : { operatingHours: operatingHoursOf(operatingHours) }),
    ...(shuttleTimes === undefined ? {} : { shuttleTimes: shuttleTimesOf(shuttleTimes) }),
    address: addressOf(stated.address),
    timezone,
    currency,
    id: locationId(context.id),
    sellerId: sellerId(context.numberOf('seller', seller)),
    slug: entrySlug(stated.name, stated.address.city, context.id),
  };
};

const checkOptions = (
  body: Location,
  context: BuildContext,
  refuse: NativeEntry<unknown>['refuse'],
): void => {
  for (const [index, option] of body.options.entries()) {
    const plan = context.ratePlan(option.ratePlan);
    const at = `/options/${index}/ratePlan`;
    if (plan === undefined) throw refuse(at, `rate plan ${option.ratePlan} is unknown`);
    if (plan.currency !== body.currency)
      throw refuse(at, `${plan.id} is in ${plan.currency}, not ${body.currency}`);
  }
  const keys = new Set(body.options.map(({ key }) => key));
  if (keys.size !== body.options.length) throw refuse('/options', 'two options have the same key');
};

export const nativeLocationDraft = (entry: NativeEntry<NativeLocation>): Draft => {
  const timezone = zoneOfEntry(entry);
  return {
    kind: 'location',
    identity: entry.stated.key,
    label: entry.stated.name,
    tally: entry.tally,
    build: (context) => {
      const body = bodyOf(entry, timezone, context);
      checkOptions(body, context, entry.refuse);
      return built({ kind: 'location', body });
    },
  };
};
