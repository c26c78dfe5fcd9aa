import type { Shows } from '../../base/route.js';
import type { JsonText, Shown, View } from '../../base/view.js';
import { type Links, links } from './links.js';

/** Writes one record as the reader wants it shown. */
export type Represent<T> = (record: T, view: View) => JsonText;

/** How one kind of record is shown. */
export interface Representation<T> {
  /** What the conventions must know of it before a row runs. */
  readonly shows: Shows;
  readonly write: Represent<T>;
  /** A record on its way into a reply. */
  readonly of: (record: T) => Shown;
}

/** The same representation with another way of writing it, such as a cached one. */
export const writtenBy = <T>(shows: Shows, write: Represent<T>): Representation<T> => ({
  shows,
  write,
  of: (record) => (view) => write(record, view),
});

/** One field; `undefined` leaves it out in both versions, `null` and "" only in v4 (decision 21). */
export interface Field<T> {
  readonly groups: readonly string[];
  /** Shown only under a data licence. */
  readonly isLicensed: boolean;
  /** Shown as it is, even when null. */
  readonly isAlways: boolean;
  readonly write: (record: T, view: View) => JsonText | undefined;
}

type Write<T> = Field<T>['write'];

const field = <T>(groups: readonly string[], write: Write<T>): Field<T> => ({
  groups,
  isLicensed: false,
  isAlways: false,
  write,
});

/** Shown unless `fields` asks otherwise. */
export const byDefault = <T>(write: Write<T>): Field<T> => field(['default'], write);
/** Shown by default, and in the groups named besides. */
export const inGroups = <T>(groups: readonly string[], write: Write<T>): Field<T> => field(groups, write);
/** Shown only when asked for by its name. */
export const onRequest = <T>(write: Write<T>): Field<T> => field([], write);
/** Shown by default, `null` included. */
export const always = <T>(write: Write<T>): Field<T> => ({ ...byDefault(write), isAlways: true });
/** Shown when asked for by its name, under a data licence. */
export const licensed = <T>(write: Write<T>): Field<T> => ({ ...onRequest(write), isLicensed: true });

export interface Embedded<T> {
  readonly isDefault: boolean;
  readonly write: (record: T, view: View) => JsonText | undefined;
}

interface RepresentationParts<T> {
  /** The record's name in `fields`. */
  readonly kind: string;
  readonly fields: Readonly<Record<string, Field<T>>>;
  readonly embedded?: Readonly<Record<string, Embedded<T>>>;
  readonly links?: (record: T, view: View) => Links;
}

interface Member<T> {
  /** The name as JSON, with its colon. */
  readonly head: string;
  readonly isAlways: boolean;
  readonly write: Write<T>;
}

interface Plan<T> {
  readonly fields: readonly Member<T>[];
  readonly embedded: readonly Member<T>[];
}

const planFor = <T>(parts: RepresentationParts<T>, view: View): Plan<T> => ({
  fields: Object.entries(parts.fields)
    .filter(([name, { groups, isLicensed }]) => {
      const isAllowed = view.isLicensed || !isLicensed;
      return isAllowed && view.shows(parts.kind, name, groups);
    })
    .map(([name, { write, isAlways }]) => ({ head: `"${name}":`, isAlways, write })),
  embedded: Object.entries(parts.embedded ?? {})
    .filter(([relation, { isDefault }]) => view.embeds(relation, isDefault))
    .map(([relation, { write }]) => ({ head: `"${view.curie}:${relation}":`, isAlways: true, write })),
});

const isEmpty = (value: JsonText): boolean => value === 'null' || value === '""';

const writeMembers = <T>(members: readonly Member<T>[], record: T, view: View): string[] => {
  const parts: string[] = [];
  const omitsEmpty = view.version === 'v4';
  for (const { head, isAlways, write: writeMember } of members) {
    const value = writeMember(record, view);
    if (value === undefined || (omitsEmpty && !isAlways && isEmpty(value))) continue;
    parts.push(head + value);
  }
  return parts;
};

/** A record's form as data: its fields, what is embedded in it, and where it leads. Each view is planned once. */
export const createRepresentation = <T>(parts: RepresentationParts<T>): Representation<T> => {
  const plans = new WeakMap<View, Plan<T>>();
  const shows = {
    kind: parts.kind,
    fields: Object.keys(parts.fields),
    relations: Object.keys(parts.embedded ?? {}),
  };
  return writtenBy(shows, (record, view) => {
    const known = plans.get(view);
    const plan = known ?? planFor(parts, view);
    if (known === undefined) plans.set(view, plan);
    const members = writeMembers(plan.fields, record, view);
    const embedded = plan.embedded.length === 0 ? [] : writeMembers(plan.embedded, record, view);
    if (embedded.length > 0) members.push(`"_embedded":{${embedded.join(',')}}`);
    if (parts.links !== undefined) members.push(`"_links":${links(parts.links(record, view), view)}`);
    return `{${members.join(',')}}`;
  });
};
