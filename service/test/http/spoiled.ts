import fc from 'fast-check';

const pieces = [
  'coordinates:41.8858,-87.6229',
  'bounds:1,2,3,4',
  'event_id:9001',
  'name:',
  'starting_after:2026-01-01',
  '2026-11-22T10:00',
  'svc:location',
  ':default',
  'true',
  '1',
  '-1',
  '8.00',
  'NaN',
  'Infinity',
  '1e400',
  '0x1F',
  '9'.repeat(400),
  '-9007199254740993',
  '__proto__',
  'constructor.prototype',
  '{"$ne":null}',
  '[]',
  "' OR 1=1 --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '\r\nX-Injected: 1',
  '\u{1f697}',
  'é',
  '\u202e',
  '٣',
];

const longText = fc
  .tuple(
    fc.constantFrom('x', '9', ' ', '-', ',', '[', 'a:', '%', '1,', 'é', '\u{1f697}'),
    fc.constantFrom(300, 3_000, 100_000),
  )
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)));

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pieces) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: longText },
);

/** Half of a surrogate pair has no percent-encoding; JSON can write it. */
const encoded = text.map((value) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')));
const brokenBytes = fc.constantFrom(
  '%ff',
  '%c3%28',
  '%e2%82',
  '%ed%a0%80',
  '%zz',
  '%',
  '%u0041',
  '%00',
  '+',
  '',
);
const written = fc.oneof({ weight: 4, arbitrary: encoded }, { weight: 1, arbitrary: brokenBytes });
const jsonValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  text,
  fc.constantFrom<unknown>(
    { $ne: '' },
    [{ $gt: '' }],
    ['\ud800'],
    '\udc00',
    1e308,
    -0,
    [[[]]],
    [null],
    9e15 + 1,
  ),
);

/** One thing wrong with a request: a parameter in the query, the form or a JSON body, the path, or the type of the body. */
export type Spoiled =
  | { readonly place: 'query' | 'form'; readonly suffix: string; readonly value: string }
  | { readonly place: 'json'; readonly value: unknown }
  | { readonly place: 'path'; readonly value: string }
  | { readonly place: 'type'; readonly value: string };

const suffix = fc.constantFrom('', '', '', '', '[]', '[$ne]', '[a][b]', '[__proto__]', '.x');
/** Wrong in every way that the wire allows: types, lengths up to 100 kB, bytes, operators, nesting. */
export const spoiled: fc.Arbitrary<Spoiled> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ place: fc.constant('query' as const), suffix, value: written }) },
  { weight: 3, arbitrary: fc.record({ place: fc.constant('form' as const), suffix, value: written }) },
  { weight: 3, arbitrary: fc.record({ place: fc.constant('json' as const), value: jsonValue }) },
  { weight: 2, arbitrary: fc.record({ place: fc.constant('path' as const), value: written }) },
  {
    weight: 1,
    arbitrary: fc.record({
      place: fc.constant('type' as const),
      value: fc.constantFrom(
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/json',
        'x',
        '*/*',
      ),
    }),
  },
);
