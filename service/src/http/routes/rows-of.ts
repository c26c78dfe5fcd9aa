import type { AnyRoute } from '../../base/route.js';
import type { ApiVersion } from '../../base/view.js';

/** The rows that a version has. */
export const rowsOf = (version: ApiVersion, rows: readonly AnyRoute[]): readonly AnyRoute[] =>
  rows.filter((row) => (row.version ?? version) === version);
