import type { TSchema } from 'typebox';
import type { FieldShape } from '../../base/shows.js';
import type { ApiVersion, JsonText, View } from '../../base/view.js';

/** One field; `undefined` leaves it out in both versions, `null` and "" only in v4 (decision 21). */
export interface Field<T> extends FieldShape {
  /** A kind of record that it holds: naming that in `fields` asks for this field too. */
  readonly holds?: string;
  readonly write: (record: T, view: View) => JsonText | undefined;
}

export type Write<T> = Field<T>['write'];

/** Shown by default, and in the groups named besides. */
export const inGroups = <T>(groups: readonly string[], schema: TSchema, write: Write<T>): Field<T> => ({
  schema,
  groups,
  isLicensed: false,
  isAlways: false,
  write,
});

/** Shown unless `fields` asks otherwise. */
export const byDefault = <T>(schema: TSchema, write: Write<T>): Field<T> =>
  inGroups(['default'], schema, write);
/** Shown only when asked for by its name. */
export const onRequest = <T>(schema: TSchema, write: Write<T>): Field<T> => inGroups([], schema, write);
/** Shown by default, `null` included. */
export const always = <T>(schema: TSchema, write: Write<T>): Field<T> => ({
  ...byDefault(schema, write),
  isAlways: true,
});
/** Shown when asked for by its name, under a data licence. */
export const licensed = <T>(schema: TSchema, write: Write<T>): Field<T> => ({
  ...onRequest(schema, write),
  isLicensed: true,
});

/** A field of records of another kind, which is asked for with them. */
export const holding = <T>(kind: string, field: Field<T>): Field<T> => ({ ...field, holds: kind });

/** A field that changes while the catalogue stands still. */
export const live = <T>(field: Field<T>): Field<T> => ({ ...field, isLive: true });

/** A field that only one version has. */
export const onlyIn = <T>(version: ApiVersion, field: Field<T>): Field<T> => ({ ...field, version });
/** A field that v3_1 shows without being asked. */
export const defaultInV3_1 = <T>(field: Field<T>): Field<T> => ({ ...field, isDefaultInV3_1: true });
/** A field that v3_1 shows as something else. */
export const inV3_1 = <T>(schemaInV3_1: TSchema, field: Field<T>): Field<T> => ({ ...field, schemaInV3_1 });

/** Whether a view shows that field of that kind of record. */
export const isShown = <T>(kind: string, name: string, field: Field<T>, view: View): boolean => {
  const { groups, isLicensed, version = view.version, isDefaultInV3_1, holds } = field;
  if (version !== view.version || (isLicensed && !view.isLicensed)) return false;
  if (holds !== undefined && view.names(holds)) return true;
  const isDefaultHere = isDefaultInV3_1 === true && view.version === 'v3_1';
  return view.shows(kind, name, isDefaultHere ? [...groups, 'default'] : groups);
};
