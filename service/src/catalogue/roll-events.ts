import type { Clock } from '../base/clock.js';
import { dayMs } from '../base/durations.js';
import type { CatalogueChange, CatalogueRecord } from './catalogue-record.js';
import { recordKey } from './catalogue-record.js';
import type { EventRule } from './event-rule.js';
import { planOf } from './import/build-drafts.js';
import type { Draft } from './import/draft.js';
import { eventDrafts } from './import/event-drafts.js';
import type { Identities } from './import/identities.js';
import type { Publish } from './import/publish.js';
import type { VisibleRecords } from './store.js';

/** Events of rules stay so long after their end, for bookings that are looked at afterwards. */
const keptMs = 30 * dayMs;

interface RollOptions {
  readonly publish: Publish;
  readonly identities: Identities;
}

const draftsOf = (rule: EventRule, visible: VisibleRecords, now: number): readonly Draft[] => {
  const venue = visible.records.get(recordKey('venue', rule.venueId));
  if (venue?.kind !== 'venue' || venue.body === null) return [];
  return eventDrafts({ rule, venueId: () => rule.venueId, timezone: venue.body.timezone, now });
};

const rulesIn = (records: Iterable<CatalogueRecord>): readonly EventRule[] =>
  [...records].flatMap((record) =>
    record.kind === 'event_rule' && record.body !== null ? [record.body] : [],
  );

const removals = (records: Iterable<CatalogueRecord>, now: number): readonly CatalogueChange[] =>
  [...records].flatMap((record) => {
    const isOver =
      record.kind === 'event' && record.body?.ruleId !== undefined && record.body.endTime < now - keptMs;
    return isOver ? [{ kind: 'event', key: record.key, body: null }] : [];
  });

/** Keeps the events of all rules ahead of the clock: makes the ones now due, takes out long past ones; answers how many changed. */
export const createRollEvents =
  ({ publish, identities }: RollOptions): ((now: ReturnType<Clock['now']>) => Promise<number>) =>
  (now) =>
    publish(async (visible, keepAlive) => {
      const rules = rulesIn(visible.records.values());
      const drafts = rules.flatMap((rule) => draftsOf(rule, visible, now));
      const made = await planOf(drafts, identities)(visible, keepAlive);
      return [...made, ...removals(visible.records.values(), now)];
    });
