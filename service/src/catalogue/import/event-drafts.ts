import { eventId, type VenueId } from '../../base/ids.js';
import { type EventDate, eventDates } from '../event-dates.js';
import type { EventRule } from '../event-rule.js';
import type { VenueEvent } from '../venue.js';
import { type BuildContext, built, type Draft } from './draft.js';

const eventOf = (rule: EventRule, date: EventDate, id: number): VenueEvent => ({
  id: eventId(id),
  venueId: rule.venueId,
  name: rule.name,
  startTime: date.startTime,
  endTime: date.endTime,
  timesTbd: rule.timesTbd === true,
  ruleId: rule.id,
  ...(rule.partnerEventPrefix === undefined
    ? {}
    : { partnerEventId: `${rule.partnerEventPrefix}-${date.date}` }),
  ...(rule.partnerEvents === undefined
    ? {}
    : {
        partnerEvents: rule.partnerEvents.map(({ partner, prefix }) => ({
          partner,
          partnerEventId: `${prefix}-${date.date}`,
        })),
      }),
});

interface RuleToExpand {
  readonly rule: Omit<EventRule, 'venueId'>;
  /** Known only once the venue has its number. */
  readonly venueId: (context: BuildContext) => VenueId;
  readonly timezone: string;
  readonly now: number;
}

/** The events that a rule makes; the same rule and date always give the same event id. */
export const eventDrafts = ({ rule, venueId, timezone, now }: RuleToExpand): readonly Draft[] =>
  eventDates(rule, timezone, now).map((date) => {
    const identity = `${rule.id}/${date.date}`;
    return {
      kind: 'event',
      identity,
      label: identity,
      build: (context) => {
        const body = eventOf({ ...rule, venueId: venueId(context) }, date, context.id);
        return built({ kind: 'event', body });
      },
    };
  });
