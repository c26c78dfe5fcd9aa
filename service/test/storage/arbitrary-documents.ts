import fc from 'fast-check';
import type { Filter, Sort, Update } from '../../src/base/documents.js';
import type { Thing } from './thing.js';

/** Any of the keys, in objects like those that JSON gives. */
const some: { requiredKeys: []; noNullPrototype: true } = { requiredKeys: [], noNullPrototype: true };

/** Few values, so that filters hit; the awkward ones among them. */
const id = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('0', '1', 'a', 'b', 'ab'));
const number = fc.constantFrom(-1.5, -1, 0, 0.1, 1, 2, 10, 2 ** 53 - 1, 1e21, 5e-324);
const text = fc.constantFrom('', '0', '1', 'a', 'A', 'ab', 'ä', '～', 'x\u0000y', '"', "'", '[1]', 'null');
const flag = fc.boolean();
const scalar = fc.oneof(number, text, flag, fc.constant(null));
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { freq: 4, nil: null });
const inner = fc.record({ count: orNull(number), name: text }, some);
const list = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 });

const small = fc.integer({ min: -5, max: 5 });

export const thing: fc.Arbitrary<Thing> = fc.record(
  {
    _id: id,
    count: orNull(number),
    name: orNull(text),
    isOpen: orNull(flag),
    mixed: scalar,
    tally: small,
    inner,
    list,
  },
  { requiredKeys: ['_id'], noNullPrototype: true },
);

const isSaid = (condition: object): boolean => Object.keys(condition).length > 0;

const discrete = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: value },
    fc
      .record({ $in: fc.array(value, { maxLength: 3 }), $ne: value, $exists: fc.boolean() }, some)
      .filter(isSaid),
  );

const range = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ $gt: value, $gte: value, $lt: value, $lte: value }, some).filter(isSaid);

const fields: fc.Arbitrary<Filter<Thing>> = fc.record(
  {
    _id: fc.oneof(id, fc.record({ $in: fc.array(id, { maxLength: 4 }) }, { noNullPrototype: true })),
    count: fc.oneof(discrete(orNull(number)), range(number)),
    name: fc.oneof(discrete(orNull(text)), range(text)),
    isOpen: discrete(orNull(flag)),
    mixed: fc.oneof(discrete(scalar), range(number), range(text)),
    'inner.count': fc.oneof(discrete(orNull(number)), range(number)),
    'inner.name': discrete(text),
  },
  some,
);

/** One or two conditions each, mostly: filters on everything find nothing. */
const narrow = fields.filter((filter) => Object.keys(filter).length <= 2);

export const filter: fc.Arbitrary<Filter<Thing>> = fc.oneof(
  { weight: 4, arbitrary: narrow },
  { weight: 1, arbitrary: fields },
  {
    weight: 1,
    arbitrary: fc
      .tuple(narrow, fc.array(narrow, { minLength: 1, maxLength: 3 }))
      .map(([all, $or]) => ({ ...all, $or })),
  },
);

const direction = fc.constantFrom(1 as const, -1 as const);

/** Ends with `_id`: what ties do without it, no server promises. */
export const sort: fc.Arbitrary<Sort<Thing>> = fc
  .record({ count: direction, name: direction, mixed: direction, 'inner.count': direction }, some)
  .chain((paths) => direction.map((_id) => ({ ...paths, _id })));

/** `$inc` of `tally` alone: on null it is an error, on a large number servers differ. The contract has cases of its own for it. */
const all = { noNullPrototype: true } as const;
const leaving = <K extends string>(...paths: readonly K[]) =>
  fc.constant(Object.fromEntries(paths.map((path) => [path, 1 as const])));
const changed = fc.record({ count: orNull(number), name: orNull(text), mixed: scalar, list }, some);

const plain = fc.record({ count: orNull(number), name: orNull(text), isOpen: flag, mixed: scalar }, some);
const flatUpdate: fc.Arbitrary<Update<Thing>> = fc.oneof(
  fc.record({ $set: plain.filter(isSaid) }, all),
  fc.record({ $set: plain, $inc: fc.record({ tally: small }, all) }, all),
);

export const update: fc.Arbitrary<Update<Thing>> = fc.oneof(
  fc.record({ $set: changed }, all),
  fc.record({ $set: fc.record({ 'inner.name': text, 'inner.count': small }, some) }, all),
  fc.record({ $set: fc.record({ inner }, all), $unset: leaving('name') }, all),
  fc.record({ $set: fc.record({ isOpen: flag }, all), $unset: leaving('inner.count', 'mixed') }, all),
  flatUpdate,
);

/** Writes by id as the dispatcher makes them: a few plain conditions, a few plain fields. Often two for one document. */
export const guardedWrites: fc.Arbitrary<readonly { filter: Filter<Thing>; update: Update<Thing> }[]> =
  fc.array(
    fc.record({
      filter: fc
        .record(
          { _id: id, name: orNull(text), count: orNull(number), tally: small },
          { requiredKeys: ['_id'], noNullPrototype: true },
        )
        .filter((filter) => Object.keys(filter).length <= 3),
      update: flatUpdate,
    }),
    { minLength: 1, maxLength: 8 },
  );

export const idArbitrary = id;
