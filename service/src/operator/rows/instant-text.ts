import { formatInZone } from '../../base/zoned-time.js';

/** Operators read times in UTC. */
export const instantText = (at: number | null | undefined): string | null =>
  at === undefined || at === null ? null : formatInZone(at, 'UTC');
