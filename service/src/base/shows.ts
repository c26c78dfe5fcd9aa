import type { TSchema } from 'typebox';
import type { ApiVersion } from './view.js';

/** What one field of a record holds, and who is shown it when. */
export interface FieldShape {
  readonly schema: TSchema;
  /** Where v3_1 holds something else than v4. */
  readonly schemaInV3_1?: TSchema;
  /** Names of the groups that bring it; `default` among them. */
  readonly groups: readonly string[];
  /** Shown only under a data licence. */
  readonly isLicensed: boolean;
  /** Shown as it is, even when null. */
  readonly isAlways: boolean;
  /** The one version that has it; both where absent. */
  readonly version?: ApiVersion;
  /** v3_1 shows it without being asked. */
  readonly isDefaultInV3_1?: boolean;
  /** Changes while the catalogue stands still, so that no cache may answer for it. */
  readonly isLive?: boolean;
}

/** Another record that can be embedded in one. */
export interface RelationShape {
  readonly shows: Shows;
  readonly isList: boolean;
  readonly isDefault: boolean;
}

/** A kind of record that answers hold: its name in `fields`, its own fields, and the relations that `zoom` may name. */
export interface Shows {
  readonly kind: string;
  readonly fields: Readonly<Record<string, FieldShape>>;
  readonly relations: Readonly<Record<string, RelationShape>>;
  readonly hasLinks: boolean;
  /** Kinds of records that stand in its fields. */
  readonly holds: readonly Shows[];
}

const gather = (shows: Shows, found: Map<string, Shows>): void => {
  if (found.has(shows.kind)) return;
  found.set(shows.kind, shows);
  const related = Object.values(shows.relations).map((relation) => relation.shows);
  for (const held of [...shows.holds, ...related]) gather(held, found);
};

/** These kinds of records and all that can stand in them, each once. */
export const kindsIn = (roots: readonly Shows[]): readonly Shows[] => {
  const found = new Map<string, Shows>();
  for (const root of roots) gather(root, found);
  return [...found.values()];
};
