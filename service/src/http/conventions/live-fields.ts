import type { Shows } from '../../base/shows.js';
import type { View } from '../../base/view.js';

type NamedField = readonly [kind: string, name: string];

/** The fields that change while the catalogue stands still, of a record and of what can be embedded in it. */
export const liveFields = (shows: Shows | undefined, seen = new Set<Shows>()): readonly NamedField[] => {
  if (shows === undefined || seen.has(shows)) return [];
  seen.add(shows);
  const own = Object.entries(shows.fields).filter(([, { isLive }]) => isLive === true);
  const related = Object.values(shows.relations).map((relation) => relation.shows);
  return [
    ...own.map(([name]) => [shows.kind, name] as const),
    ...related.flatMap((each) => liveFields(each, seen)),
  ];
};

/** Whether a view shows one of them. */
export const showsAny = (fields: readonly NamedField[], view: View): boolean =>
  fields.some(([kind, name]) => view.shows(kind, name, []));
