import { type Expression, type Node, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';

/** A read or a write of many as a source file writes it. */
export interface FoundFilter {
  readonly file: string;
  readonly line: number;
  /** The type of the documents it asks for. */
  readonly document: string;
  readonly method: string;
  /** Paths that every use of the filter has; `undefined` where the file does not show them. */
  readonly paths: readonly string[] | undefined;
}

/** A collection as its file declares it. */
export interface FoundSpec {
  readonly document: string;
  readonly name: string;
  readonly indexes: readonly (readonly string[])[];
}

/** Methods that may look at more documents than the one of an `_id`. */
const reading = new Set(['find', 'findOne', 'countDocuments', 'updateMany', 'deleteMany']);

const keysOf = (node: ObjectExpression): readonly string[] =>
  node.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return [];
    const { key } = property;
    if (key.type === 'Identifier') return [key.name];
    return key.type === 'Literal' && typeof key.value === 'string' ? [key.value] : [];
  });

const texts = (node: Expression | undefined): readonly string[] =>
  node?.type === 'ArrayExpression'
    ? node.elements.flatMap((each) =>
        each?.type === 'Literal' && typeof each.value === 'string' ? [each.value] : [],
      )
    : [];

const propertyOf = (node: ObjectExpression, name: string): Expression | undefined => {
  for (const property of node.properties) {
    const isIt =
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name;
    if (isIt) return property.value;
  }
  return undefined;
};

/** `collectionSpec<BookingDocument>({ name, indexes })`. */
export const readSpecs = (text: string): readonly FoundSpec[] => {
  const specs: FoundSpec[] = [];
  new Visitor({
    CallExpression: ({ callee, typeArguments, arguments: [given] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'collectionSpec') return;
      const [type] = typeArguments?.params ?? [];
      if (type?.type !== 'TSTypeReference' || given?.type !== 'ObjectExpression') return;
      const name = propertyOf(given, 'name');
      const indexes = propertyOf(given, 'indexes');
      specs.push({
        document: text.slice(type.start, type.end),
        name: name?.type === 'Literal' ? String(name.value) : '',
        indexes:
          indexes?.type === 'ArrayExpression'
            ? indexes.elements.flatMap((each) => (each?.type === 'ArrayExpression' ? [texts(each)] : []))
            : [],
      });
    },
  }).visit(parseSync('spec.ts', text).program);
  return specs;
};

/** What is declared as `Documents<X>` under which name in a file. */
const receiversIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/(\w+)\??:\s*(?:Pick<)?Documents<(\w+)>/g)].map(([, name = '', type = '']) => [
      name,
      type,
    ]),
  );

/** The object that a constant is, or that a function gives back at once. */
const objectIn = (node: Node | null | undefined): ObjectExpression | undefined => {
  if (node?.type === 'ObjectExpression') return node;
  if (node?.type === 'TSAsExpression' || node?.type === 'ParenthesizedExpression')
    return objectIn(node.expression);
  if (node?.type !== 'ArrowFunctionExpression') return undefined;
  const [only] = node.body.type === 'BlockStatement' ? node.body.body : [];
  return objectIn(only?.type === 'ExpressionStatement' ? only.expression : node.body);
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Every such call of a file on what it declares as documents. */
export const readFilters = (file: string, text: string): readonly FoundFilter[] => {
  const receivers = receiversIn(text);
  const { program } = parseSync(file, text);
  const named = new Map<string, readonly string[]>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const value = objectIn(init);
      if (id.type === 'Identifier' && value !== undefined) named.set(id.name, keysOf(value));
    },
  }).visit(program);

  const pathsOf = (given: Node | undefined): readonly string[] | undefined => {
    if (given?.type === 'ObjectExpression') return keysOf(given);
    if (given?.type === 'Identifier') return named.get(given.name);
    return given?.type === 'CallExpression' && given.callee.type === 'Identifier'
      ? named.get(given.callee.name)
      : undefined;
  };

  const found: FoundFilter[] = [];
  new Visitor({
    CallExpression: ({ callee, start, arguments: [given] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name: method } = callee.property;
      const document = callee.object.type === 'Identifier' ? receivers.get(callee.object.name) : undefined;
      if (document === undefined || !reading.has(method)) return;
      found.push({ file, line: lineAt(text, start), document, method, paths: pathsOf(given) });
    },
  }).visit(program);
  return found;
};
