import { minuteMs } from '../../../base/durations.js';
import { eventId, partnerId, venueId } from '../../../base/ids.js';
import { instantAt, parseWrittenTime } from '../../../base/zoned-time.js';
import type { EventRule } from '../../event-rule.js';
import { built, type Draft } from '../draft.js';
import { eventDrafts } from '../event-drafts.js';
import { addressOf, entrySlug, type NativeEntry } from './native-file.js';
import type { NativeEvent, NativeEventRule, NativeVenue } from './native-schema.js';

export const nativeVenueDraft = ({ stated, tally }: NativeEntry<NativeVenue>, timezone: string): Draft => ({
  kind: 'venue',
  identity: stated.key,
  label: stated.name,
  tally,
  build: ({ id }) =>
    built({
      kind: 'venue',
      body: {
        id: venueId(id),
        name: stated.name,
        address: addressOf(stated.address),
        coordinates: stated.coordinates,
        timezone,
        enhancedAirport: stated.enhancedAirport === true,
        slug: entrySlug(stated.name, stated.address.city, id),
      },
    }),
});

const ofPartner = <T extends { readonly partner: string }>({ partner, ...rest }: T) => ({
  ...rest,
  partner: partnerId(partner),
});

/** Throws `ImportFault` for a start that does not exist. */
export const nativeEventDraft = (entry: NativeEntry<NativeEvent>, timezone: string): Draft => {
  const { stated, tally, refuse } = entry;
  const written = parseWrittenTime(stated.start);
  if (written === undefined) throw refuse('/start', `there is no ${stated.start}`);
  const startTime = instantAt(written, timezone, false);
  const { partnerEventId, partnerEvents } = stated;
  return {
    kind: 'event',
    identity: stated.key,
    label: stated.name,
    tally,
    build: ({ id, numberOf }) =>
      built({
        kind: 'event',
        body: {
          id: eventId(id),
          venueId: venueId(numberOf('venue', stated.venue)),
          name: stated.name,
          startTime,
          endTime: startTime + stated.durationMinutes * minuteMs,
          timesTbd: stated.timesTbd === true,
          ...(partnerEventId === undefined ? {} : { partnerEventId }),
          ...(partnerEvents === undefined ? {} : { partnerEvents: partnerEvents.map(ofPartner) }),
        },
      }),
  };
};

const ruleOf = ({
  key,
  venue: _,
  time,
  partnerEvents,
  ...rest
}: NativeEventRule): Omit<EventRule, 'venueId'> => ({
  ...rest,
  ...(partnerEvents === undefined ? {} : { partnerEvents: partnerEvents.map(ofPartner) }),
  id: key,
  startMinute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
});

/** The rule itself, kept so that its events can be made anew as time goes on, and the events it makes from `now` on. */
export const nativeRuleDrafts = (
  { stated, tally }: NativeEntry<NativeEventRule>,
  timezone: string,
  now: number,
): readonly Draft[] => {
  const rule = ruleOf(stated);
  const ruleDraft: Draft = {
    kind: 'event_rule',
    identity: rule.id,
    label: rule.name,
    tally,
    build: ({ numberOf }) =>
      built({ kind: 'event_rule', body: { ...rule, venueId: venueId(numberOf('venue', stated.venue)) } }),
  };
  const made = eventDrafts({
    rule,
    venueId: ({ numberOf }) => venueId(numberOf('venue', stated.venue)),
    timezone,
    now,
  });
  return [ruleDraft, ...made];
};
