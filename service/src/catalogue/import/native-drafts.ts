import { Ajv } from 'ajv';
import { eventId, locationId, sellerId, venueId } from '../../base/ids.js';
import { instantAt, isZone, parseWrittenTime } from '../../base/zoned-time.js';
import type { RatePlan } from '../../pricing/rate-plan.js';
import type { Address, Location } from '../location.js';
import type { Venue } from '../venue.js';
import { slugOf } from './clean-text.js';
import { type BuildContext, built, type Draft } from './draft.js';
import { eventDrafts } from './event-drafts.js';
import { isRecord } from './geometry.js';
import { ImportFault } from './import-fault.js';
import { usualValidation } from './location-of-car-park.js';
import {
  type NativeCatalogue,
  type NativeEvent,
  type NativeEventRule,
  type NativeLocation,
  type NativeVenue,
  nativeSchema,
} from './native-schema.js';
import { currencyOfCountry, zoneAt } from './place.js';
import type { Tally } from './tally.js';

/** What the pricing capability says of a rate plan: the plan, or what is wrong with it and where. */
export type CheckRatePlan = (
  value: unknown,
) => { readonly plan: RatePlan } | { readonly faults: readonly string[] };

export interface NativeInput {
  readonly file: string;
  readonly json: unknown;
  readonly checkRatePlan: CheckRatePlan;
  readonly tally: Tally;
  /** Epoch ms: events of rules are made from here on. */
  readonly now: number;
}

export const isNative = (json: unknown): boolean => isRecord(json) && json['format'] === 'parking-catalogue';

const checkCatalogue = new Ajv({ allErrors: false }).compile<NativeCatalogue>(nativeSchema);

const checked = (input: NativeInput): NativeCatalogue => {
  if (checkCatalogue(input.json)) return input.json;
  const fault = checkCatalogue.errors?.[0];
  const extra =
    fault?.keyword === 'additionalProperties' ? `/${String(fault.params['additionalProperty'])}` : '';
  const field = (fault?.instancePath ?? '') + extra;
  throw new ImportFault({ file: input.file, field }, fault?.message ?? 'not a catalogue');
};

const addressOf = (address: NativeLocation['address']): Address => ({
  ...address,
  state: address.state ?? '',
  postalCode: address.postalCode ?? '',
});

const slug = (name: string, city: string, id: number): string =>
  [slugOf(name), slugOf(city), String(id)].filter((part) => part !== '').join('-');

const isKnown = (entries: readonly { readonly key: string }[]): ((key: string) => boolean) => {
  const keys = new Set(entries.map(({ key }) => key));
  return (key) => keys.has(key);
};

/** The field's value, or the fault that names it. */
type Refuse = (field: string, fault: string) => ImportFault;

const zoneOf = (entry: NativeLocation | NativeVenue, field: string, refuse: Refuse): string => {
  const zone = entry.timezone ?? zoneAt(entry.coordinates);
  if (!isZone(zone)) throw refuse(`${field}/timezone`, `${zone} is no IANA time zone`);
  return zone;
};

const ratePlanDraft = (value: unknown, field: string, input: NativeInput, refuse: Refuse): Draft => {
  const outcome = input.checkRatePlan(value);
  if ('faults' in outcome) throw refuse(field, outcome.faults.slice(0, 3).join('; '));
  const { plan } = outcome;
  return {
    kind: 'rate_plan',
    identity: plan.id,
    label: plan.id,
    tally: input.tally,
    build: () => built({ kind: 'rate_plan', body: plan }),
  };
};

const locationBody = (entry: NativeLocation, timezone: string, context: BuildContext) => {
  const { key: _, seller, ...stated } = entry;
  const currency = entry.currency ?? currencyOfCountry(entry.address.country);
  if (currency === undefined) return undefined;
  const body: Location = {
    type: 'offstreet',
    entrances: [entry.coordinates],
    amenities: [],
    disclaimers: [],
    validation: usualValidation,
    ...stated,
    address: addressOf(entry.address),
    timezone,
    currency,
    id: locationId(context.id),
    sellerId: sellerId(context.numberOf('seller', seller)),
    slug: slug(entry.name, entry.address.city, context.id),
  };
  return body;
};

const checkOptions = (body: Location, field: string, context: BuildContext, refuse: Refuse): void => {
  for (const [index, option] of body.options.entries()) {
    const plan = context.ratePlan(option.ratePlan);
    const at = `${field}/options/${index}/ratePlan`;
    if (plan === undefined) throw refuse(at, `rate plan ${option.ratePlan} is unknown`);
    if (plan.currency !== body.currency)
      throw refuse(at, `${plan.id} is in ${plan.currency}, not ${body.currency}`);
  }
  const keys = new Set(body.options.map(({ key }) => key));
  if (keys.size !== body.options.length) throw refuse(`${field}/options`, 'two options have the same key');
};

const locationDraft = (entry: NativeLocation, field: string, input: NativeInput, refuse: Refuse): Draft => {
  const timezone = zoneOf(entry, field, refuse);
  return {
    kind: 'location',
    identity: entry.key,
    label: entry.name,
    tally: input.tally,
    build: (context) => {
      const body = locationBody(entry, timezone, context);
      if (body === undefined) throw refuse(`${field}/currency`, 'no currency is known for this country');
      checkOptions(body, field, context, refuse);
      return built({ kind: 'location', body });
    },
  };
};

const venueDraft = (entry: NativeVenue, timezone: string, input: NativeInput): Draft => ({
  kind: 'venue',
  identity: entry.key,
  label: entry.name,
  tally: input.tally,
  build: ({ id }) => {
    const body: Venue = {
      id: venueId(id),
      name: entry.name,
      address: addressOf(entry.address),
      coordinates: entry.coordinates,
      timezone,
      enhancedAirport: entry.enhancedAirport === true,
      slug: slug(entry.name, entry.address.city, id),
    };
    return built({ kind: 'venue', body });
  },
});

const eventDraft = (
  entry: NativeEvent,
  timezone: string,
  input: NativeInput,
  refuse: () => ImportFault,
): Draft => {
  const written = parseWrittenTime(entry.start);
  if (written === undefined) throw refuse();
  const startTime = instantAt(written, timezone, false);
  return {
    kind: 'event',
    identity: entry.key,
    label: entry.name,
    tally: input.tally,
    build: (context) =>
      built({
        kind: 'event',
        body: {
          id: eventId(context.id),
          venueId: venueId(context.numberOf('venue', entry.venue)),
          name: entry.name,
          startTime,
          endTime: startTime + entry.durationMinutes * 60_000,
          timesTbd: entry.timesTbd === true,
          ...(entry.partnerEventId === undefined ? {} : { partnerEventId: entry.partnerEventId }),
        },
      }),
  };
};

const ruleDrafts = (entry: NativeEventRule, timezone: string, input: NativeInput): readonly Draft[] => {
  const { key, venue, time, timesTbd, ...stated } = entry;
  const startMinute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const rule = { ...stated, id: key, startMinute, ...(timesTbd === undefined ? {} : { timesTbd }) };
  const ruleDraft: Draft = {
    kind: 'event_rule',
    identity: key,
    label: entry.name,
    tally: input.tally,
    build: ({ numberOf }) =>
      built({ kind: 'event_rule', body: { ...rule, venueId: venueId(numberOf('venue', venue)) } }),
  };
  const made = eventDrafts({
    rule,
    venueId: ({ numberOf }) => venueId(numberOf('venue', venue)),
    timezone,
    now: input.now,
  });
  return [ruleDraft, ...made];
};

const refuseDuplicates = (
  list: string,
  entries: readonly { readonly key: string }[],
  refuse: Refuse,
): void => {
  const seen = new Set<string>();
  for (const [index, { key }] of entries.entries()) {
    if (seen.has(key)) throw refuse(`/${list}/${index}/key`, `${JSON.stringify(key)} is there twice`);
    seen.add(key);
  }
};

/** Checks a native catalogue file and reads it into drafts. Throws `ImportFault` that names the field. */
export const readNative = (input: NativeInput): readonly Draft[] => {
  const catalogue = checked(input);
  const { sellers, ratePlans, locations, venues, events, eventRules } = catalogue;
  const refuse: Refuse = (field, fault) => new ImportFault({ file: input.file, field }, fault);
  for (const [list, entries] of Object.entries({ sellers, locations, venues, events, eventRules }))
    refuseDuplicates(list, entries, refuse);

  const hasSeller = isKnown(sellers);
  locations.forEach(({ seller }, index) => {
    if (!hasSeller(seller))
      throw refuse(`/locations/${index}/seller`, `seller ${seller} is not in this file`);
  });
  const zones = new Map(venues.map((venue, index) => [venue.key, zoneOf(venue, `/venues/${index}`, refuse)]));
  const zoneAtVenue = (venue: string, field: string): string => {
    const zone = zones.get(venue);
    if (zone === undefined) throw refuse(`${field}/venue`, `venue ${venue} is not in this file`);
    return zone;
  };

  const drafts: readonly Draft[] = [
    ...ratePlans.map((plan, index) => ratePlanDraft(plan, `/ratePlans/${index}`, input, refuse)),
    ...sellers.map(
      ({ key, name }): Draft => ({
        kind: 'seller',
        identity: key,
        label: name,
        tally: input.tally,
        build: ({ id }) => built({ kind: 'seller', body: { id: sellerId(id), name } }),
      }),
    ),
    ...locations.map((entry, index) => locationDraft(entry, `/locations/${index}`, input, refuse)),
    ...venues.map((entry) => venueDraft(entry, zoneAtVenue(entry.key, ''), input)),
    ...events.map((entry, index) => {
      const field = `/events/${index}`;
      const noSuchTime = () => refuse(`${field}/start`, `there is no ${entry.start}`);
      return eventDraft(entry, zoneAtVenue(entry.venue, field), input, noSuchTime);
    }),
    ...eventRules.flatMap((entry, index) =>
      ruleDrafts(entry, zoneAtVenue(entry.venue, `/eventRules/${index}`), input),
    ),
  ];
  for (const draft of drafts) if (draft.tally !== undefined) draft.tally.read();
  return drafts;
};
