import { type FieldShape, kindsIn, type RelationShape, type Shows } from '../../base/shows.js';
import type { ApiVersion } from '../../base/view.js';
import { type Part, ref } from './parts.js';

/** What the description is written for. */
export interface Dialect {
  readonly version: ApiVersion;
  /** Prefix of our link relations. */
  readonly curie: string;
}

const remarks = ({ groups, isLicensed }: FieldShape): string | undefined => {
  if (isLicensed) return 'Only when asked for by its name, under a data licence.';
  return groups.includes('default')
    ? undefined
    : `Only when asked for${groups.length > 0 ? ` (\`::${groups.join('`, `::')}\`)` : ' by its name'}.`;
};

/** v3_1 shows what is not there as null; v4 leaves it out (decision 21). */
const fieldSchema = (field: FieldShape, { version }: Dialect): Part => {
  const schema: Part = { ...(version === 'v3_1' ? (field.schemaInV3_1 ?? field.schema) : field.schema) };
  const remark = remarks(field);
  const described = remark === undefined ? schema : { ...schema, description: remark };
  return version === 'v3_1' ? { anyOf: [described, { type: 'null' }] } : described;
};

const embeddedSchema = (
  relations: readonly (readonly [string, RelationShape])[],
  { curie }: Dialect,
): Part => ({
  type: 'object',
  properties: Object.fromEntries(
    relations.map(([relation, { shows, isList }]) => {
      const record = ref('schemas', shows.kind);
      return [`${curie}:${relation}`, isList ? { type: 'array', items: record } : record];
    }),
  ),
});

/** One kind of record. Nothing is required: `fields` may leave out anything. */
const kindSchema = (shows: Shows, dialect: Dialect): Part => {
  const fields = Object.entries(shows.fields).filter(
    ([, { version = dialect.version }]) => version === dialect.version,
  );
  const relations = Object.entries(shows.relations);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field, dialect)])),
      ...(relations.length > 0 && { _embedded: embeddedSchema(relations, dialect) }),
      ...(shows.hasLinks && { _links: ref('schemas', 'Links') }),
    },
  };
};

/** The schemas of every kind of record that the given ones hold, by name. */
export const recordSchemas = (kinds: readonly Shows[], dialect: Dialect): Part =>
  Object.fromEntries(kindsIn(kinds).map((shows) => [shows.kind, kindSchema(shows, dialect)]));
