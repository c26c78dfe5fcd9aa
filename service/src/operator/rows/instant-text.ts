import { formatInZone } from '../../base/zoned-time.js';

/** Operators read times in UTC. */
export const instantText = (at: number | undefined): string | null =>
  at === undefined ? null : formatInZone(at, 'UTC');
