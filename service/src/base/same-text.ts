import { timingSafeEqual } from 'node:crypto';

/** Compares secrets: how long it takes says nothing but whether they are of one length. */
export const isSameText = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};
