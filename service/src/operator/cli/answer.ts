import { CommandError, exitCodes } from './operator-client.js';

export type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer that must be a list of records. */
export const rowsOf = (answer: unknown): readonly Row[] => {
  if (Array.isArray(answer) && answer.every(isRow)) return answer;
  throw new CommandError(
    'The service answered something else than a list. Is it the same version?',
    exitCodes.unreachable,
  );
};

/** An answer that must be one record. */
export const rowOf = (answer: unknown): Row => {
  if (isRow(answer)) return answer;
  throw new CommandError(
    'The service answered something else than a record. Is it the same version?',
    exitCodes.unreachable,
  );
};
