import type { StatusPattern } from '../scenarios/scenario.js';

/** True when the status is one of the patterns. */
export function isStatus(
  status: number | undefined,
  wanted: StatusPattern | readonly StatusPattern[],
): boolean {
  if (status === undefined) return false;
  return patterns(wanted).some((pattern) =>
    typeof pattern === 'number' ? pattern === status : pattern.startsWith(String(Math.floor(status / 100))),
  );
}

export function statusWords(wanted: StatusPattern | readonly StatusPattern[]): string {
  return `status ${patterns(wanted).join(' or ')}`;
}

function patterns(wanted: StatusPattern | readonly StatusPattern[]): readonly StatusPattern[] {
  return typeof wanted === 'object' ? wanted : [wanted];
}
