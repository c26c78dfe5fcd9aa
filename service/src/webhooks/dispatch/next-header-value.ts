import type { HeaderValue } from './header-choice.js';

/** A value that was answered 401, and the revision of the partner's document that it was taken from. */
export interface RefusedValue {
  readonly value: string;
  readonly rev: number;
}

export interface HeaderQuestion {
  /** The values alive now, in the order to try them in. */
  readonly alive: readonly HeaderValue[];
  /** Of the partner's document that they stand in. */
  readonly rev: number;
  /** In the order of trying. */
  readonly refused: readonly RefusedValue[];
}

/** The value to send a refused notice with; `undefined` when the partner refuses all there are. */
export const nextHeaderValue = ({ alive, rev, refused }: HeaderQuestion): HeaderValue | undefined => {
  const tried = refused.filter((one) => one.rev === rev).map(({ value }) => value);
  const untried = alive.find(({ value }) => !tried.includes(value));
  if (untried !== undefined) return untried;
  // The partner may have switched from one to the other between the two.
  return tried.length === 2 ? alive.find(({ value }) => value === tried[0]) : undefined;
};
