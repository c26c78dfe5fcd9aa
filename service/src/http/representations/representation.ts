import type { Shows } from '../../base/shows.js';
import type { JsonText, Shown, View } from '../../base/view.js';
import { type Field, isShown, type Write } from './field.js';
import { cached } from './fragment-cache.js';
import type { Represent } from './represent.js';

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

/** Another record inside one; `isList` where it is several. */
export interface Embedded<T> {
  readonly isDefault: boolean;
  readonly shows: Shows;
  readonly isList?: boolean;
  readonly write: (record: T, view: View) => JsonText | undefined;
}

interface Member<T> {
  /** The name as JSON, with its colon; empty where `write` brings names of its own. */
  readonly head: string;
  /** The same behind a comma. */
  readonly nextHead: string;
  readonly isAlways: boolean;
  readonly write: Write<T>;
}

/** Some of a record's fields, in order. */
export interface FieldSet<T> {
  readonly shapes: Shows['fields'];
  /** Those of them that a view shows. */
  readonly membersFor: (kind: string, view: View) => readonly Member<T>[];
}

const headed = (head: string): Pick<Member<never>, 'head' | 'nextHead'> => ({ head, nextHead: `,${head}` });

const membersOf = <T>(
  kind: string,
  fields: Readonly<Record<string, Field<T>>>,
  view: View,
): readonly Member<T>[] =>
  Object.entries(fields)
    .filter(([name, field]) => isShown(kind, name, field, view))
    .map(([name, { write, isAlways }]) => ({ ...headed(`"${name}":`), isAlways, write }));

/** Fields that are written anew for each record. */
export const fieldSet = <T>(fields: Readonly<Record<string, Field<T>>>): FieldSet<T> => ({
  shapes: fields,
  membersFor: (kind, view) => membersOf(kind, fields, view),
});

/** Fields that depend on one unchanging thing inside the record, such as its location: written once for each of those. */
export const fixedBy = <T, Key extends object>(
  keyOf: (record: T) => Key,
  fields: Readonly<Record<string, Field<Key>>>,
): FieldSet<T> => ({
  shapes: fields,
  membersFor: (kind, view) => {
    const members = membersOf(kind, fields, view);
    if (members.length === 0) return [];
    const write = cached<Key>((key) => writeMembers(members, key, view));
    return [{ ...headed(''), isAlways: true, write: (record) => write(keyOf(record), view) || undefined }];
  },
});

interface RepresentationParts<T> {
  /** The record's name in `fields`. */
  readonly kind: string;
  readonly fields: readonly FieldSet<T>[];
  /** Kinds of records that stand in its fields. */
  readonly holds?: readonly Shows[];
  readonly embedded?: Readonly<Record<string, Embedded<T>>>;
  /** The record's `_links`. */
  readonly links?: Represent<T>;
}

interface Plan<T> {
  readonly fields: readonly Member<T>[];
  readonly embedded: readonly Member<T>[];
}

const planFor = <T>(parts: RepresentationParts<T>, view: View): Plan<T> => ({
  fields: parts.fields.flatMap(({ membersFor }) => membersFor(parts.kind, view)),
  embedded: Object.entries(parts.embedded ?? {})
    .filter(([relation, { isDefault }]) => view.embeds(relation, isDefault))
    .map(([relation, { write }]) => ({
      ...headed(`"${view.curie}:${relation}":`),
      isAlways: true,
      write,
    })),
});

const isEmpty = (value: JsonText): boolean => value === 'null' || value === '""';

/** Members joined by commas. Adding to one string is what engines do best: it is copied once, when it is sent. */
const writeMembers = <T>(members: readonly Member<T>[], record: T, view: View): JsonText => {
  let written = '';
  const omitsEmpty = view.version === 'v4';
  for (const { head, nextHead, isAlways, write } of members) {
    const value = write(record, view);
    if (value === undefined || (omitsEmpty && !isAlways && isEmpty(value))) continue;
    written += (written === '' ? head : nextHead) + value;
  }
  return written;
};

const joined = (members: JsonText, more: JsonText): JsonText =>
  members === '' || more === '' ? members + more : `${members},${more}`;

const relationsOf = <T>(embedded: Readonly<Record<string, Embedded<T>>>): Shows['relations'] =>
  Object.fromEntries(
    Object.entries(embedded).map(([relation, { shows, isDefault, isList = false }]) => [
      relation,
      { shows, isDefault, isList },
    ]),
  );

const shapeOf = <T>(parts: RepresentationParts<T>): Shows => ({
  kind: parts.kind,
  fields: Object.assign({}, ...parts.fields.map(({ shapes }) => shapes)),
  relations: relationsOf(parts.embedded ?? {}),
  hasLinks: parts.links !== undefined,
  holds: parts.holds ?? [],
});

/** A record's form as data: its fields, what is embedded in it, and where it leads. Each view is planned once. */
export const createRepresentation = <T>(parts: RepresentationParts<T>): Representation<T> => {
  const plans = new WeakMap<View, Plan<T>>();
  const shows = shapeOf(parts);
  return writtenBy(shows, (record, view) => {
    const known = plans.get(view);
    const plan = known ?? planFor(parts, view);
    if (known === undefined) plans.set(view, plan);
    const embedded = writeMembers(plan.embedded, record, view);
    const written = joined(
      writeMembers(plan.fields, record, view),
      embedded === '' ? '' : `"_embedded":{${embedded}}`,
    );
    const linked = parts.links === undefined ? '' : `"_links":${parts.links(record, view)}`;
    return `{${joined(written, linked)}}`;
  });
};
