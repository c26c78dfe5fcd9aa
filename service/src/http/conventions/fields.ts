/** Which fields of which kind of record are asked for. A kind that is not mentioned shows its defaults. */
export type FieldChoice = ReadonlyMap<string, KindChoice>;

interface KindChoice {
  readonly names: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

interface MutableKindChoice {
  readonly names: Set<string>;
  readonly groups: Set<string>;
}

/** `name`, `:group`, `kind:name` or `kind::group`; a bare name belongs to the primary record. */
const readItem = (item: string, primary: string): readonly [kind: string, name: string, isGroup: boolean] => {
  const [head = '', ...rest] = item.split(':');
  if (rest.length === 0) return [primary, head, false];
  if (head === '') return [primary, rest.join(''), true];
  const isGroup = rest[0] === '';
  return [head, rest.join(''), isGroup];
};

/** Reads a comma-separated `fields`; unknown names do no harm, they are never asked for. */
export const readFields = (text: string, primary: string): FieldChoice => {
  const choice = new Map<string, MutableKindChoice>();
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const [kind, name, isGroup] = readItem(item, primary);
    const known = choice.get(kind) ?? { names: new Set(), groups: new Set() };
    choice.set(kind, known);
    (isGroup ? known.groups : known.names).add(name);
  }
  return choice;
};

/** `isNamed` asks for a field by its own name; the group `default` never brings one that is in no group. */
export const isChosen = (
  choice: FieldChoice,
  kind: string,
  field: string,
  groups: readonly string[],
): boolean => {
  const chosen = choice.get(kind);
  if (chosen === undefined) return groups.includes('default');
  return chosen.names.has(field) || groups.some((group) => chosen.groups.has(group));
};
