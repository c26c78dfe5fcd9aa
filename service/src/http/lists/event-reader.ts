import { type Caller, hasScope } from '../../base/caller.js';
import type { EventReader } from '../../catalogue/known-event.js';

/** A partner knows an event by its own ids alone; `internal` by everybody's. */
export const eventReaderOf = (caller: Caller): EventReader => {
  if (hasScope(caller, 'internal')) return { kind: 'all' };
  if (caller.kind === 'anonymous' || caller.partner === undefined) return { kind: 'none' };
  return { kind: 'partner', partner: caller.partner };
};
