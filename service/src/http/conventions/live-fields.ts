import { kindsIn, type Shows } from '../../base/shows.js';
import type { View } from '../../base/view.js';

type NamedField = readonly [kind: string, name: string];

/** The fields that change while the catalogue stands still, of a record and of what can stand in it. */
export const liveFields = (shows: Shows | undefined): readonly NamedField[] =>
  kindsIn(shows === undefined ? [] : [shows]).flatMap(({ kind, fields }) =>
    Object.entries(fields)
      .filter(([, { isLive }]) => isLive === true)
      .map(([name]) => [kind, name] as const),
  );

/** Whether a view shows one of them. */
export const showsAny = (fields: readonly NamedField[], view: View): boolean =>
  fields.some(([kind, name]) => view.shows(kind, name, []));
