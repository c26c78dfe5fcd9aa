import type { AnyRoute } from '../../base/route.js';

const statsOf = (row: AnyRoute): AnyRoute => ({
  ...row,
  method: 'POST',
  operation: `${row.operation}.count`,
  summary: 'Counts what the list has: `result_format=stats`.',
  onlyStats: true,
});

/** The rows, and for each list that can be counted by POST the row that does (decision 16). */
export const withStats = (rows: readonly AnyRoute[]): readonly AnyRoute[] =>
  rows.flatMap((row) => (row.hasStatsByPost === true ? [row, statsOf(row)] : [row]));
