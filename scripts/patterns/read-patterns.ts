import { parseSync, Visitor } from 'oxc-parser';

/** A regular expression as it stands in a source file, or the `pattern` of a schema. */
export interface FoundPattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that a file writes, and every text given as `pattern`, by a parser. */
export const readPatterns = (file: string, text: string): readonly FoundPattern[] => {
  const found: FoundPattern[] = [];
  const visitor = new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    Property: ({ key, value }) => {
      const isPattern = key.type === 'Identifier' && key.name === 'pattern';
      if (isPattern && value.type === 'Literal' && typeof value.value === 'string') {
        found.push({ file, source: value.value, flags: 'u' });
      }
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        found.push({ file, source: 'made', flags: '' });
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found;
};
