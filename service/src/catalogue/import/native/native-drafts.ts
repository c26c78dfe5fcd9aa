import { sellerId } from '../../../base/ids.js';
import { checkRatePlan } from '../../../pricing/rate-plan-check.js';
import { built, type Draft } from '../draft.js';
import { ImportFault } from '../import-fault.js';
import { checkNative, type NativeEntry, type NativeInput } from './native-file.js';
import { nativeLocationDraft, zoneOfEntry } from './native-location.js';
import { nativeReviewDraft } from './native-review.js';
import type { NativeCatalogue, NativeReview } from './native-schema.js';
import { nativeEventDraft, nativeRuleDrafts, nativeVenueDraft } from './native-venue.js';

const ratePlanDraft = ({ stated, tally, refuse }: NativeEntry<unknown>): Draft => {
  const outcome = checkRatePlan(stated);
  if (outcome.kind === 'invalid') {
    const [fault] = outcome.faults;
    throw refuse(fault?.path ?? '', fault?.message ?? 'is not valid');
  }
  const { plan } = outcome;
  return {
    kind: 'rate_plan',
    identity: plan.id,
    label: plan.id,
    tally,
    build: () => built({ kind: 'rate_plan', body: plan }),
  };
};

const sellerDraft = ({ stated, tally }: NativeEntry<NativeCatalogue['sellers'][number]>): Draft => ({
  kind: 'seller',
  identity: stated.key,
  label: stated.name,
  tally,
  build: ({ id }) => built({ kind: 'seller', body: { id: sellerId(id), name: stated.name } }),
});

const refuseDuplicates = (drafts: readonly Draft[], file: string): void => {
  const seen = new Set<string>();
  for (const { kind, identity } of drafts) {
    const key = `${kind} ${identity}`;
    if (seen.has(key)) throw new ImportFault({ file }, `${key} is there twice`);
    seen.add(key);
  }
};

/** Checks a native catalogue file and reads it into drafts. Throws `ImportFault` that names the field. */
export const readNative = (input: NativeInput): readonly Draft[] => {
  const { file, tally, now } = input;
  const catalogue = checkNative(file, input.json);

  const entries = <Stated>(
    list: keyof NativeCatalogue,
    all: readonly Stated[],
  ): readonly NativeEntry<Stated>[] =>
    all.map((stated, index) => ({
      stated,
      tally,
      refuse: (field, fault) => new ImportFault({ file, field: `/${list}/${index}${field}` }, fault),
    }));

  const venues = entries('venues', catalogue.venues);
  const zones = new Map(venues.map((venue) => [venue.stated.key, zoneOfEntry(venue)]));
  const sellers = new Set(catalogue.sellers.map(({ key }) => key));

  const zoneOfVenue = ({ stated, refuse }: NativeEntry<{ readonly venue: string }>): string => {
    const zone = zones.get(stated.venue);
    if (zone === undefined) throw refuse('/venue', `venue ${stated.venue} is not in this file`);
    return zone;
  };
  const locationDraft = (entry: NativeEntry<NativeCatalogue['locations'][number]>): Draft => {
    const { seller } = entry.stated;
    if (!sellers.has(seller)) throw entry.refuse('/seller', `seller ${seller} is not in this file`);
    return nativeLocationDraft(entry);
  };

  const placesOf = new Map(
    entries('locations', catalogue.locations).map((entry) => [entry.stated.key, entry]),
  );
  const reviewDraft = (entry: NativeEntry<NativeReview>): Draft => {
    const place = placesOf.get(entry.stated.location);
    if (place === undefined)
      throw entry.refuse('/location', `location ${entry.stated.location} is not in this file`);
    return nativeReviewDraft(entry, zoneOfEntry(place));
  };

  const drafts: readonly Draft[] = [
    ...entries('ratePlans', catalogue.ratePlans).map(ratePlanDraft),
    ...entries('sellers', catalogue.sellers).map(sellerDraft),
    ...entries('locations', catalogue.locations).map(locationDraft),
    ...venues.map((venue) => nativeVenueDraft(venue, zoneOfEntry(venue))),
    ...entries('events', catalogue.events).map((event) => nativeEventDraft(event, zoneOfVenue(event))),
    ...entries('eventRules', catalogue.eventRules).flatMap((rule) =>
      nativeRuleDrafts(rule, zoneOfVenue(rule), now),
    ),
    ...entries('reviews', catalogue.reviews ?? []).map(reviewDraft),
  ];
  refuseDuplicates(drafts, file);
  for (const draft of drafts) draft.tally?.read();
  return drafts;
};
