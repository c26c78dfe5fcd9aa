import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RatePlan } from '../../pricing/rate-plan.js';
import { type CatalogueChange, type CatalogueRecord, changeTo, recordKey } from '../catalogue-record.js';
import type { VisibleRecords } from '../store.js';
import type { Draft } from './draft.js';
import type { Identities, NumberedKind } from './identities.js';
import type { PlanChanges } from './publish.js';
import type { DraftOutcome } from './tally.js';

type NumberOf = (kind: NumberedKind, identity: string) => number;

const numberedKinds = [
  'seller',
  'venue',
  'location',
  'event',
  'review',
] as const satisfies readonly NumberedKind[];

const numberAll = async (drafts: readonly Draft[], identities: Identities): Promise<NumberOf> => {
  const numbers = new Map<string, ReadonlyMap<string, number>>();
  for (const kind of numberedKinds) {
    const own = drafts.filter((draft) => draft.kind === kind).map(({ identity }) => identity);
    numbers.set(kind, await identities.numbers(kind, own));
  }
  return (kind, identity) => {
    const number = numbers.get(kind)?.get(identity);
    if (number === undefined) throw new Error(`${kind} ${identity} has no number`);
    return number;
  };
};

const outcomeOf = (existing: CatalogueRecord | undefined, change: CatalogueChange): DraftOutcome => {
  if (existing === undefined || existing.body === null) return 'imported';
  return isDeepStrictEqual(existing.body, change.body) ? 'unchanged' : 'updated';
};

interface Building {
  readonly visible: VisibleRecords;
  readonly numberOf: NumberOf;
  /** Plans of this import, which stand before the locations that use them. */
  readonly newPlans: Map<string, RatePlan>;
}

/** The change a draft comes to; `undefined` where it is skipped or nothing changes. */
const buildOne = (draft: Draft, { visible, numberOf, newPlans }: Building): CatalogueChange | undefined => {
  const isNumbered = draft.kind !== 'rate_plan' && draft.kind !== 'event_rule';
  const id = isNumbered ? numberOf(draft.kind, draft.identity) : 0;
  const existing = visible.records.get(recordKey(draft.kind, isNumbered ? id : draft.identity));
  const visiblePlan = (plan: string): RatePlan | undefined => {
    const record = visible.records.get(recordKey('rate_plan', plan));
    return record?.kind === 'rate_plan' ? (record.body ?? undefined) : undefined;
  };
  const ratePlan = (plan: string): RatePlan | undefined => newPlans.get(plan) ?? visiblePlan(plan);
  const result = draft.build({ id, existing, numberOf, ratePlan });
  if (result.kind === 'skipped') {
    draft.tally?.skipped(result.reason, draft.label);
    return undefined;
  }
  if (result.item.kind === 'rate_plan') newPlans.set(result.item.body.id, result.item.body);
  const change = changeTo(result.item);
  const outcome = outcomeOf(existing, change);
  draft.tally?.counted(outcome);
  return outcome === 'unchanged' ? undefined : change;
};

/** Drafts built between two turns of the event loop: searches go on meanwhile. */
const draftsPerTurn = 1000;

/** Turns drafts into the changes they make to what is visible, numbering what is new. */
export const planOf =
  (drafts: readonly Draft[], identities: Identities): PlanChanges =>
  async (visible, keepAlive) => {
    const building = { visible, numberOf: await numberAll(drafts, identities), newPlans: new Map() };
    const changes: CatalogueChange[] = [];
    for (const [index, draft] of drafts.entries()) {
      if (index % draftsPerTurn === 0) {
        await keepAlive();
        await nextTurn();
      }
      const change = buildOne(draft, building);
      if (change !== undefined) changes.push(change);
    }
    return changes;
  };
