import { Problem } from '../../base/problem.js';
import type { ProblemCode } from '../../base/problem-catalogue.js';

/** An id as a path has it. What is no id names nothing, so it is answered as an unknown one. */
export const pathId = <Id>(text: string, make: (value: number) => Id, notFound: ProblemCode): Id => {
  if (!/^\d{1,15}$/.test(text)) throw new Problem(notFound);
  return make(Number(text));
};

/** What was looked up, if it is there. Throws the code's 404 otherwise. */
export const found = <T>(value: T | undefined, notFound: ProblemCode): T => {
  if (value === undefined) throw new Problem(notFound);
  return value;
};
