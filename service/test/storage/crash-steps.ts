import { collectionSpec } from '../../src/base/documents.js';

/** A document that tells, all by itself, which step it is at and whether it is whole. */
export interface Stepped {
  readonly _id: string;
  readonly step: number;
  readonly state: string;
  readonly payload: string;
}

export const steppedCollection = collectionSpec<Stepped>({
  name: 'stepped',
  indexes: [['state', 'step'], ['step']],
});

export const keys: readonly string[] = Array.from({ length: 16 }, (_, index) => `key-${index}`);

const states = ['open', 'held', 'done'];
/** Each key goes round: an insert, five conditional updates, a delete. */
const roundLength = 7;

export type Kind = 'insert' | 'update' | 'delete';

export const kindOf = (step: number): Kind => {
  const place = step % roundLength;
  if (place === 0) return 'insert';
  return place === roundLength - 1 ? 'delete' : 'update';
};

/** What is stored under a key after that many steps (the first step is 0); `null` after a delete, and before the first. */
export const stateAfter = (key: string, step: number): Stepped | null => {
  if (step < 0 || kindOf(step) === 'delete') return null;
  const payload = `${key}/${step};`.repeat(20 + ((step * 37) % 400));
  return { _id: key, step, state: states[step % states.length] ?? '', payload };
};
