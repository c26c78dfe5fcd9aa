export interface JsonFault {
  /** Characters from the start of the text. */
  readonly offset: number;
  readonly expected: string;
}

type Expecting = 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'comma_or_end' | 'nothing';

const descriptions: Readonly<Record<Expecting, string>> = {
  value: 'a value',
  value_or_end: "a value or ']'",
  key: 'a property name in double quotes',
  key_or_end: "a property name in double quotes or '}'",
  comma_or_end: "',' or the end of the list or object",
  nothing: 'the end of the file',
};

const blank = /[ \t\n\r]*/y;
const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const colon = /[ \t\n\r]*:/y;

/** Where the pattern ends when it matches at `from`. */
const endOf = (pattern: RegExp, text: string, from: number): number | undefined => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

type Step = { readonly end: number } | { readonly fault: JsonFault };
const fail = (offset: number, expected: string): Step => ({ fault: { offset, expected } });

/** A loop, not one pattern: a pattern over a string of many megabytes overflows its stack. */
const stringAt = (text: string, from: number): Step => {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { end: at + 1 };
    if (code < 0x20)
      return fail(at, "no control characters or line breaks in a string (a '\"' may be missing)");
    const next = code === 0x5c ? endOf(escaped, text, at) : at + 1;
    if (next === undefined) return fail(at, 'a known escape after the backslash');
    at = next;
  }
  return fail(text.length, "a '\"' that ends the string");
};

const keyAt = (text: string, from: number): Step => {
  const key = stringAt(text, from);
  if ('fault' in key) return key;
  const end = endOf(colon, text, key.end);
  return end === undefined ? fail(key.end, "':' after the property name") : { end };
};

const scalarAt = (text: string, from: number, expecting: Expecting): Step => {
  if (text[from] === '"') return stringAt(text, from);
  const end = endOf(plain, text, from);
  return end === undefined ? fail(from, descriptions[expecting]) : { end };
};

const closes = (character: string | undefined, open: string | undefined, expecting: Expecting): boolean => {
  const isEndAllowed = expecting.endsWith('_or_end');
  return isEndAllowed && ((character === ']' && open === '[') || (character === '}' && open === '{'));
};

const afterComma = (open: string | undefined): Expecting => (open === '{' ? 'key' : 'value');

/** The first place at which a text is not JSON; `undefined` when it is. Only asked after `JSON.parse` refused the text, whose own message often names no place. */
export const findJsonFault = (text: string): JsonFault | undefined => {
  const open: string[] = [];
  let expecting: Expecting = 'value';
  let at = 0;

  const isFinished = (): boolean => expecting === 'nothing' && at >= text.length;
  const afterValue = (): Expecting => (open.length === 0 ? 'nothing' : 'comma_or_end');

  /** Takes one token; answers the fault, if it is one. */
  const takeToken = (character: string | undefined): JsonFault | undefined => {
    if (closes(character, open.at(-1), expecting)) {
      open.pop();
      at += 1;
      expecting = afterValue();
      return undefined;
    }
    if (expecting === 'nothing') return { offset: at, expected: descriptions.nothing };
    if (expecting === 'comma_or_end') {
      if (character !== ',') return { offset: at, expected: descriptions.comma_or_end };
      at += 1;
      expecting = afterComma(open.at(-1));
      return undefined;
    }
    if (expecting !== 'key' && expecting !== 'key_or_end' && (character === '{' || character === '[')) {
      open.push(character);
      at += 1;
      expecting = character === '{' ? 'key_or_end' : 'value_or_end';
      return undefined;
    }
    return takeText(character);
  };

  const takeText = (character: string | undefined): JsonFault | undefined => {
    const isKey = expecting === 'key' || expecting === 'key_or_end';
    if (isKey && character !== '"') return { offset: at, expected: descriptions[expecting] };
    const step = isKey ? keyAt(text, at) : scalarAt(text, at, expecting);
    if ('fault' in step) return step.fault;
    at = step.end;
    expecting = isKey ? 'value' : afterValue();
    return undefined;
  };

  for (;;) {
    at = endOf(blank, text, at) ?? at;
    if (isFinished()) return undefined;
    const fault = takeToken(text[at]);
    if (fault !== undefined) return fault;
  }
};

/** Line and column of an offset, both from 1. */
export const placeOf = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
};
