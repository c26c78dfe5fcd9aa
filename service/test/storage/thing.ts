import { collectionSpec, type Scalar } from '../../src/base/documents.js';

/** A document with every kind of field the port knows. */
export interface Thing {
  readonly _id: string | number;
  readonly count?: number | null;
  readonly name?: string | null;
  readonly isOpen?: boolean | null;
  /** Of no one type, which no store may do; the engine is exact about it all the same. */
  readonly mixed?: Scalar;
  /** Small whole numbers, to be added to. */
  readonly tally?: number;
  readonly inner?: { readonly count?: number | null; readonly name?: string };
  readonly list?: readonly number[];
}

export const thingCollection = collectionSpec<Thing>({
  name: 'things',
  indexes: [['count'], ['name', 'count'], ['isOpen'], ['mixed'], ['inner.count', 'name']],
});
